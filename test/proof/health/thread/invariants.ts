import { oneLine } from '../../deciding-button.ts';
import type { Expected } from '../shared/expected.ts';

/** One incident in one channel, when all has come to rest. */
export interface ThreadHistory {
  readonly mark: string;
  readonly channel: string;
  readonly expected: Expected;
  /** What only the newest word of the vendor says. */
  readonly newest: string;
  /** What only the review's own event says; undefined where there is none, or nobody here is to hear of it. */
  readonly cause: string | undefined;
  /** Every message that names the incident or its review and begins a thread, digests too. */
  readonly roots: readonly { readonly id: string; readonly words: string }[];
  /** Every other one, oldest first. */
  readonly replies: readonly { readonly root: string; readonly news: readonly string[]; readonly words: string }[];
}

/** @returns what does not hold: one card that says the newest, and below it each piece of news once and nothing else */
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
