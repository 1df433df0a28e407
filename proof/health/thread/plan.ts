import { diceOf } from '../../run-on-stores.ts';
import { type Incident, namesOf, stepsOf } from '../shared/incident.ts';
import type { Watching } from '../shared/watches.ts';

/** Two subscriptions, and channels with different watches; one watches both. */
export const watchings: readonly Watching[] = [
  { channel: 'general', on: 'payments' },
  { channel: 'general', on: 'staging', level: 'warning' },
  { channel: 'finance', on: 'payments', level: 'error' },
  { channel: 'approvals', on: 'staging' },
];

const FEWEST_UPDATES = 2;
const MOST_UPDATES = 8;

/** The review of an incident: a separate event that names it, the same event, or none. */
type Review = NonNullable<Incident['reviewedBy']> | 'in place' | 'none';

/** One incident from its first update to its review. @param run its number, from 1 */
export const threadPlan = (seed: number, run: number): Incident => {
  const dice = diceOf(seed, run);
  const updates = FEWEST_UPDATES + Math.floor(dice.next() * (MOST_UPDATES - FEWEST_UPDATES + 1));
  const review = dice.pick<Review>(['name', 'number', 'in place', 'none']);
  return {
    ...namesOf(run),
    reach: dice.pick(['production', 'staging', 'both']),
    steps: [
      ...stepsOf(dice, updates, !dice.oneIn(6) || review !== 'none'),
      ...(review === 'in place' ? [{ spreads: [], resolves: [], review: true } as const] : []),
    ],
    ...(review === 'name' || review === 'number' ? { reviewedBy: review } : {}),
  };
};

/** The longest history has this many steps: the first, its updates and the review. */
export const MOST_WORDS = MOST_UPDATES + 2;
