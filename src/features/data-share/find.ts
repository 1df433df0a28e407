import { AppError } from '../../lib/errors.ts';
import { editDistance, oneLine } from '../../lib/text.ts';
import { isAmong } from '../../policy/model/readers.ts';
import type { Policy } from '../../policy/policy.ts';
import { fold } from '../../policy/problems/wording.ts';
import { readableShared, type Shared, type SharedKind, sharedOf } from './policy.ts';
import { refused } from './refused.ts';

const LONGEST = 60;

/** By key, title or the vendor's name, in any case, of any kind; of two with one name at the vendor the first. */
const findShared = (policy: Policy, words: string): Shared | undefined => {
  const wanted = fold(words);
  const all = sharedOf(policy);
  return (
    all.find(({ key, title }) => [key, title].some((said) => fold(said) === wanted)) ??
    all.find(({ name }) => fold(name) === wanted)
  );
};

/** Where a watch is set up the channel's people read it all: who may look there is asked apart. */
export const shareNamed = (policy: Policy, words: string): Shared => {
  const found = findShared(policy, words);
  const shares = sharedOf(policy).filter(({ kind }) => kind === 'share');
  if (!found) throw unknown(words, shares);
  if (found.kind !== 'share') throw wrongKind(found, shares);
  return found;
};

/**
 * What a person names, as long as the policy lets them see it.
 * @throws AppError for an unknown name, for what they may not see, and for the other kind, each with what to do next
 */
export const requireShared = (policy: Policy, objectId: string, words: string, kind: SharedKind): Shared => {
  const found = findShared(policy, words);
  const known = readableShared(policy, objectId, kind);
  if (!found) throw unknown(words, known);
  if (!isAmong(policy, objectId, found.read)) {
    throw new AppError({
      code: 'Policy.NotAllowed',
      text: 'shares.refused.read',
      values: { share: found.title, known: namesOf(known), count: known.length },
    });
  }
  if (found.kind !== kind) throw wrongKind(found, known);
  return found;
};

const unknown = (words: string, known: readonly Shared[]): AppError => {
  const said = oneLine(words, LONGEST);
  if (known.length === 0) return refused('noneKnown', { said });
  const near = known.find(({ key, title, name }) => [key, title, name].some((one) => isNear(words, one)));
  return near
    ? refused('near', { said, near: near.key, known: namesOf(known) })
    : refused('unknown', { said, known: namesOf(known) });
};

const isNear = (words: string, name: string): boolean => {
  const [said, known] = [fold(words).slice(0, LONGEST), fold(name)];
  return said.length > 2 && (known.includes(said) || editDistance(said, known) <= Math.min(3, known.length / 3));
};

const wrongKind = ({ kind, title, key }: Shared, known: readonly Shared[]): AppError =>
  refused(kind === 'share' ? 'notReceived' : 'notShared', {
    share: title,
    key,
    known: namesOf(known),
    count: known.length,
  });

const namesOf = (known: readonly Shared[]): string => known.map(({ key }) => key).join(', ');
