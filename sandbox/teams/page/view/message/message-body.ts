import { useMemo, useState } from 'preact/hooks';
import type { MessageView } from '../../../api.ts';
import { markdownToHtml, plainToHtml } from '../../text/markdown.ts';
import { markMentions } from '../../text/mentions.ts';
import { messageLink } from '../../text/message-link.ts';
import { html } from '../html.ts';

const htmlToText = (source: string): string =>
  new DOMParser().parseFromString(source, 'text/html').body.textContent ?? '';

const formatOf = ({ textFormat, from }: MessageView) => textFormat ?? (from.kind === 'bot' ? 'markdown' : 'plain');

const bodyHtml = (message: MessageView): string => {
  const { text = '', mentions = [] } = message;
  const format = formatOf(message);
  const marked = markMentions(format === 'html' ? htmlToText(text) : text, mentions);
  return format === 'markdown' ? markdownToHtml(marked) : plainToHtml(marked);
};

const longLetters = 1_500;
const longLines = 25;

const isLong = ({ text = '' }: MessageView): boolean =>
  text.length > longLetters || text.split('\n').length > longLines;

/** The text of a message, in the format that its sender named. A long one is folded at first. */
export const MessageBody = ({ message }: { message: MessageView }) => {
  const body = useMemo(() => ({ __html: bodyHtml(message) }), [message]);
  const [unfolded, setUnfolded] = useState(false);
  const foldable = isLong(message);
  const classes = ['text', formatOf(message) !== 'markdown' && 'plain', foldable && !unfolded && 'folded'];
  return html`
    <div class=${classes.filter(Boolean).join(' ')} dangerouslySetInnerHTML=${body}></div>
    ${
      foldable &&
      html`
        <button class="fold" aria-expanded=${unfolded} onClick=${() => setUnfolded(!unfolded)}>
          ${unfolded ? 'See less' : 'See more'}
        </button>
      `
    }
  `;
};

const copy = async (text: string, success: string): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return success;
  } catch {
    return 'The browser did not allow copying';
  }
};

/** Copies the text of a message and its cards, without buttons and inputs; answers the sentence for the reader. */
export const copyText = (article: HTMLElement | null): Promise<string> => {
  const said = article?.querySelector<HTMLElement>('.text');
  const lines = article?.querySelectorAll<HTMLElement>('.card :is(.ac-textBlock, .ac-richTextBlock)') ?? [];
  return copy(
    [said, ...lines]
      .map((each) => each?.innerText ?? '')
      .filter(Boolean)
      .join('\n'),
    'Text copied',
  );
};

export const copyLink = ({ conversationId, id, rootId }: MessageView, tenantId: string): Promise<string> => {
  const link = messageLink({ conversationId, messageId: id }, tenantId, rootId);
  return link === undefined ? Promise.resolve('Messages of this chat have no link') : copy(link, 'Link copied');
};
