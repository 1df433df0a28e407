import type { DecisionTime } from '#engine/changes/decision/preview.ts';
import type { Services } from '#features/feature.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { GRANT, type Requestable } from '../requestable.ts';
import { grantTerms } from '../terms.ts';

/** How long decisions took lately: on the same role at the same place, on any role there, or on any anywhere. */
export interface UsualTime {
  readonly on: 'same' | 'place' | 'all';
  /** The median, in milliseconds. */
  readonly waited: number;
  /** The requests that it is of. */
  readonly count: number;
}

/** A median of fewer says nothing. */
const FEWEST = 3;
const FRESH_MS = MINUTE;

/** @returns undefined where too few requests were decided */
export const usualTime = async (services: Services, wanted: Requestable): Promise<UsualTime | undefined> => {
  const read = (): Promise<readonly DecisionTime[]> => services.changes.decisionTimes(GRANT);
  const all = (await services.cache.get('decision-times', FRESH_MS, read)).map(({ terms, waited }) => {
    const { role, place } = grantTerms.parse(terms);
    return { waited, place: place.key, isSame: place.key === wanted.place.key && role.key === wanted.role.key };
  });
  const groups = [
    ['same', all.filter(({ isSame }) => isSame)],
    ['place', all.filter(({ place }) => place === wanted.place.key)],
    ['all', all],
  ] as const;
  const found = groups.find(([, times]) => times.length >= FEWEST);
  return found && { on: found[0], waited: median(found[1].map(({ waited }) => waited)), count: found[1].length };
};

/** Of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [high = 0, low = high] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
};
