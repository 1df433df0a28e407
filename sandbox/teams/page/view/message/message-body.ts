import { useMemo, useState } from 'preact/hooks';
import type { FileConsentView, FileView, MessageView } from '../../../api.ts';
import { Strip } from '../../card/strip.ts';
import type { Outcome } from '../../data/invoke-outcome.ts';
import type { Session } from '../../data/session.ts';
import { fileSize } from '../../text/format.ts';
import { messageLink } from '../../text/links.ts';
import { markdownToHtml, markMentions, plainToHtml } from '../../text/markdown.ts';
import { html } from '../html.ts';
import { CheckIcon, CloseIcon, FileIcon } from '../icons.ts';

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

type Quoted = NonNullable<MessageView['quoted']>;

const Said = ({ name, preview }: Omit<Quoted, 'id'>) => html`
  <strong>${name}</strong>
  <span class="quiet">${preview || 'A card'}</span>
`;

/** Above a reply in a chat: the beginning of what it replies to. A press leads there. */
export const Quote = ({ message, session }: { message: MessageView; session: Session }) => {
  const { quoted, conversationId } = message;
  if (!quoted) return null;
  return html`
    <button class="quote" onClick=${() => session.follow({ conversationId, messageId: quoted.id })}>
      <span class="visually-hidden">In reply to </span>
      <${Said} ...${quoted} />
    </button>
  `;
};

/** Above the box to write in, while a reply is being written. */
export const Quoting = ({ name, preview, onDrop }: Omit<Quoted, 'id'> & { onDrop(): void }) => html`
  <section class="quoting" aria-label="What you reply to">
    <div class="quote"><${Said} name=${name} preview=${preview} /></div>
    <button class="icon-button" aria-label="Cancel the reply" title="Remove" onClick=${onDrop}><${CloseIcon} /></button>
  </section>
`;

const endingOf = (name: string): string => /\.(\w{1,4})$/.exec(name)?.[1] ?? '';

const FileSign = ({ ending }: { ending: string }) => html`
  <span class="file-sign" aria-hidden="true"><${FileIcon} /><span>${ending}</span></span>
`;

interface ConsentProps {
  consent: FileConsentView;
  onAnswer(accept: boolean): Promise<Outcome>;
}

/** The bot's request to save a file in the reader's files, and the reader's answer. */
export const ConsentCard = ({ consent, onAnswer }: ConsentProps) => {
  const { name, description, sizeInBytes, state } = consent;
  const [answering, setAnswering] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const answer = async (accept: boolean) => {
    setOutcome(undefined);
    setAnswering(true);
    setOutcome(await onAnswer(accept));
    setAnswering(false);
  };
  const buttons = html`
    <div class="file-buttons">
      <button class="button" disabled=${answering} onClick=${() => answer(true)}>Accept</button>
      <button class="button plain" disabled=${answering} onClick=${() => answer(false)}>Decline</button>
      ${answering && html`<span class="spinner small" role="status"><span class="visually-hidden">Working…</span></span>`}
    </div>
  `;
  const answered = html`
    <p class=${`file-state ${state}`} role="status">
      ${state === 'accepted' ? html`<${CheckIcon} /> You accepted this file` : html`<${CloseIcon} /> You declined this file`}
    </p>
  `;
  return html`
    <div class="card-frame">
      <div class="file-card" role="group" aria-label=${`File ${name}`} aria-busy=${answering}>
        <${FileSign} ending=${endingOf(name)} />
        <div class="file-words">
          <strong>${name}</strong>
          <span class="quiet">${fileSize(sizeInBytes)}</span>
          ${description && html`<p>${description}</p>`}
          ${state === 'asked' ? buttons : answered}
        </div>
      </div>
      <${Strip} outcome=${outcome} onClose=${() => setOutcome(undefined)} />
    </div>
  `;
};

/** A file in the reader's files. */
export const FileCard = ({ file: { name, fileType, downloadUrl } }: { file: FileView }) => html`
  <div class="card-frame">
    <div class="file-card" role="group" aria-label=${`File ${name}`}>
      <${FileSign} ending=${fileType || endingOf(name)} />
      <div class="file-words"><strong>${name}</strong><span class="quiet">In your files</span></div>
      <a class="button plain" href=${downloadUrl} download=${name} aria-label=${`Download ${name}`}>Download</a>
    </div>
  </div>
`;
