import { oneLine } from '../../deciding-button.ts';
import type { Expected } from '../shared/expected.ts';

/** One incident in one channel, when no work is pending. */
export interface ThreadHistory {
  readonly mark: string;
  readonly channel: string;
  readonly expected: Expected;
  /** The mark of the newest update. */
  readonly newest: string;
  /** The mark of a review in a separate event; undefined without one, or where the channel does not get it. */
  readonly cause: string | undefined;
  /** Every message that names the incident or its review and starts a thread, also digests. */
  readonly roots: readonly { readonly id: string; readonly words: string }[];
  /** Every other message, oldest first. */
  readonly replies: readonly { readonly root: string; readonly news: readonly string[]; readonly words: string }[];
}

/** @returns the violations: one card with the newest update, and in its thread each piece of news once and nothing else */
export const threadViolations = (history: ThreadHistory): string[] => {
  const { mark, channel, expected, newest, roots, replies, cause } = history;
  const [root] = roots;
  const wanted = expected.card ? 1 : 0;
  const said = listOf(replies.map(({ news }) => news));
  const toSay = listOf(expected.replies);
  const review = replies.filter(({ news }) => news.includes('explained'));
  return [
    ...(roots.length === wanted ? [] : [`${roots.length} messages begin a thread, not ${wanted}`]),
    ...(root && !root.words.includes(newest) ? [`the card does not say the newest: ${oneLine(root.words)}`] : []),
    ...(said === toSay ? [] : [`the thread says “${said}”, not “${toSay}”`]),
    ...(replies.every((reply) => reply.root === root?.id) ? [] : ['a word stands in another thread']),
    ...(cause !== undefined && !review.every(({ words }) => words.includes(cause)) ? ['the review is not told'] : []),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};

const listOf = (news: readonly (readonly string[])[]): string => news.map((one) => one.join(' + ')).join(', ');
