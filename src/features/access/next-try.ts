import type { Change } from '#engine/changes/change.ts';
import { nextTryText as textOf } from '#engine/changes/execution/refusal.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';

const WHY: ReadonlyMap<string, TextName<'access.later'>> = new Map([
  ['activedurationtooshort', 'tooShort'],
  ['roleassignmentdoesnotexist', 'notFound'],
  ['roleassignmentexists', 'exists'],
  ['subjectnotfound', 'subject'],
  ['principalnotfound', 'subject'],
]);

/** Why the vendor refuses it for now, and when Steward tries again by itself; undefined where it is not so. */
export const nextTryText = (change: Change, words: Words, now: number): Markdown | undefined =>
  textOf(change, words, now, ({ code, at }) => {
    const key = WHY.get(code.toLowerCase());
    return key && words.markdown(`access.later.${key}`, { at });
  });
