import type { Change } from '../../changes/change.ts';
import { nextTry } from '../../changes/execution/next-try.ts';
import type { Markdown } from '../../lib/text.ts';
import type { TextName, Words } from '../../texts/texts.ts';

const WHY: ReadonlyMap<string, TextName<'access.later'>> = new Map([
  ['activedurationtooshort', 'tooShort'],
  ['roleassignmentdoesnotexist', 'notFound'],
  ['roleassignmentexists', 'exists'],
  ['subjectnotfound', 'subject'],
  ['principalnotfound', 'subject'],
]);

/** Why the vendor refuses it for now, and when Steward tries again by itself; undefined where it is not so. */
export const nextTryText = (change: Change, words: Words, now: number): Markdown | undefined => {
  const next = nextTry(change, now);
  const key = next && WHY.get(next.code.toLowerCase());
  return key && words.markdown(`access.later.${key}`, { at: next.at.toISOString() });
};
