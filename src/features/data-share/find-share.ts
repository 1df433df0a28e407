import { AppError, type TextName, type TextValues } from '#platform/lib/errors.ts';
import { editDistance, normalise, oneLine } from '#platform/lib/text.ts';
import { isAmong } from '#policy/model/sections.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import { readableShared, type Shared, type SharedKind, sharedOf } from './policy.ts';

const LONGEST = 60;

/** By key, title or the vendor's name, of any kind; case does not matter. The first one where the vendor's name is not unique. */
const findShared = (policy: Policy, words: string): Shared | undefined => {
  const wanted = normalise(words);
  const all = sharedOf(policy);
  return (
    all.find(({ key, title }) => [key, title].some((name) => normalise(name) === wanted)) ??
    all.find(({ name }) => normalise(name) === wanted)
  );
};

/** For watches: the right to read is checked separately, since everyone in the channel sees the alerts. */
export const findShare = (policy: Policy, words: string): Shared => {
  const found = findShared(policy, words);
  const shares = sharedOf(policy).filter(({ kind }) => kind === 'share');
  if (!found) throw unknown(words, shares);
  if (found.kind !== 'share') throw wrongKind(found, shares);
  return found;
};

/** Whether a person may read what somebody named. */
export const mayReadShared = (policy: Policy, objectId: string, words: string): boolean => {
  const found = findShared(policy, words);
  return found !== undefined && isAmong(policy, objectId, found.read);
};

/**
 * The share that a person names.
 * @throws AppError for an unknown name, a missing right or the wrong kind, each with the next step
 */
export const requireShared = (policy: Policy, objectId: string, words: string, kind: SharedKind): Shared => {
  const found = findShared(policy, words);
  const known = readableShared(policy, objectId, kind);
  if (!found) throw unknown(words, known);
  if (!isAmong(policy, objectId, found.read)) {
    const may = (person: string): boolean => isAmong(policy, person, found.read);
    throw notAllowed('shares.refused.read', policy, may, { share: found.title });
  }
  if (found.kind !== kind) throw wrongKind(found, known);
  return found;
};

const unknown = (words: string, known: readonly Shared[]): AppError => {
  const name = oneLine(words, LONGEST);
  if (known.length === 0) return refused('noneKnown', { said: name });
  const near = known.find((shared) => [shared.key, shared.title, shared.name].some((one) => isNear(words, one)));
  return near
    ? refused('near', { said: name, near: near.key, known: namesOf(known) })
    : refused('unknown', { said: name, known: namesOf(known) });
};

const isNear = (words: string, name: string): boolean => {
  const [typed, known] = [normalise(words).slice(0, LONGEST), normalise(name)];
  return typed.length > 2 && (known.includes(typed) || editDistance(typed, known) <= Math.min(3, known.length / 3));
};

const wrongKind = ({ kind, title, key }: Shared, known: readonly Shared[]): AppError =>
  refused(kind === 'share' ? 'notReceived' : 'notShared', {
    share: title,
    key,
    known: namesOf(known),
    count: known.length,
  });

const namesOf = (known: readonly Shared[]): string => known.map(({ key }) => key).join(', ');

/** The error for a command that cannot be carried out. @param what name of its text below `shares.refused` */
export const refused = (what: TextName<'shares.refused'>, values: TextValues = {}): AppError =>
  new AppError({ code: 'DataShare.Question', text: `shares.refused.${what}`, values });
