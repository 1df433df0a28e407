import { remedyOf } from '#engine/changes/card/description.ts';
import type { Change, Failure } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { nextTryText as textOf } from '#engine/changes/execution/refusal.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { joinMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { nothingKnown, PATIENCE_MS, readLimits, strict } from './limits.ts';
import { rolesOf } from './policy.ts';
import { type GrantTerms, scopeOf } from './terms.ts';

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

const EXPIRATION = 'ExpirationRule';

/** The maximum that an ExpirationRule does not say, from the vendor's policy for the role and from ours; empty where it cannot be read now. */
export const explainRefusal = async (
  { terms }: Change<GrantTerms>,
  { rules }: Pick<Failure, 'rules'>,
  { vendor, policy, now }: ChangeContext,
): Promise<Failure['values']> => {
  const role = rolesOf(policy).find(({ id }) => id === terms.role.id);
  if (!rules.includes(EXPIRATION) || !role) return {};
  const place = { ...terms.place, scope: scopeOf(terms.place) };
  const read = await readLimits({ vendor }, place, role, now + PATIENCE_MS).catch(nothingKnown);
  if (!read) return {};
  const { max, endRequired } = strict(read, role);
  return { ...(max === undefined ? {} : { maximum: max }), endRequired };
};

/** What a refused grant's card says: each rule with its remedy, and the limit where it is known. @param asked the length that was asked for */
export const refusalText = (change: Change<GrantTerms>, asked: Markdown, words: Words): Markdown | undefined => {
  const { failure } = change;
  if (!failure || failure.rules.length === 0) return undefined;
  const { maximum, endRequired } = failure.values;
  if (endRequired === undefined) return remedyOf(change, words);
  const limit = words.markdown('access.limit.refused', {
    hasMaximum: maximum !== undefined,
    length: formatDuration(Number(maximum ?? 0), words.formatLocale),
    endRequired,
  });
  return remedyOf(change, words, {
    [EXPIRATION]: joinMarkdown([limit, words.markdown('access.limit.asked'), asked], ' '),
  });
};
