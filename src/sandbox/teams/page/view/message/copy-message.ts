import type { MessageView } from '../../../api.ts';
import { messageLink } from '../../text/message-link.ts';

const copy = async (text: string, told: string): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return told;
  } catch {
    return 'The browser did not allow copying';
  }
};

/** What can be read on a message, without its buttons and inputs. The answer is what to tell the reader. */
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

export const copyLink = ({ conversationId, id, rootId }: MessageView, tenantId: string): Promise<string> =>
  copy(messageLink({ conversationId, messageId: id }, tenantId, rootId), 'Link copied');
