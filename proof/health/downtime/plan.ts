import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import { type Dice, diceOf, shuffled } from '../../lib/dice.ts';
import { type Incident, namesOf, standingAfter, stepsOf } from '../shared/incident.ts';
import type { Watching } from '../shared/watches.ts';

/** Two feeds, and a channel that watches both. */
export const watchings: readonly Watching[] = [
  { channel: 'general', on: 'payments' },
  { channel: 'finance', on: 'payments', level: 'error' },
  { channel: 'finance', on: 'staging' },
  { channel: 'approvals', on: 'staging' },
];

export const DOWN_MS = 10 * DAY;

/** An incident with the time of each update, in milliseconds from the stop. */
export interface Missed {
  readonly incident: Incident;
  readonly at: readonly number[];
}

export interface DowntimePlan {
  /** Incidents with cards from before the stop; their first update comes before it. */
  readonly known: readonly Missed[];
  /** Incidents without cards. */
  readonly missed: readonly Missed[];
  /** How the bot is stopped. */
  readonly stop: 'drained' | 'killed';
  /** The page whose token expires at the vendor. */
  readonly forgottenAt: number;
}

/** Rows of one page at the vendor. */
export const PAGE = 5;
const KNOWN = 6;
const STAGING_ONLY = 20;
/** One in this many is still open after the restart. */
const ACTIVE_ONE_IN = 12;

/** @param pages minimum length of the production subscription's list */
export const downtimePlan = (seed: number, run: number, pages: number): DowntimePlan => {
  const dice = diceOf(seed, run);
  const first = run * 1_000;
  const production = pages * PAGE;
  const reaches = shuffled<Incident['reach']>(
    [
      ...Array.from({ length: production }, (_, n): Incident['reach'] => (n % 2 === 0 ? 'both' : 'production')),
      ...Array.from({ length: Math.min(STAGING_ONLY, production) }, (): Incident['reach'] => 'staging'),
    ],
    seed * 31 + run,
  );
  return {
    known: Array.from({ length: KNOWN }, (_, n) => knownOne(dice, first + n)),
    missed: reaches.map((reach, n) => missedOne(dice, first + KNOWN + n, reach)),
    stop: dice.pick(['drained', 'killed'] as const),
    forgottenAt: 2 + Math.floor(dice.next() * (pages - 2)),
  };
};

const knownOne = (dice: Dice, number: number): Missed => {
  const steps = stepsOf(dice, dice.pick([0, 1, 3]), dice.oneIn(2));
  const reach = dice.pick<Incident['reach']>(['production', 'staging', 'both']);
  return {
    incident: { ...namesOf(number), reach, steps },
    at: [-HOUR / 6, ...spread(dice, steps.length - 1)],
  };
};

const missedOne = (dice: Dice, number: number, reach: Incident['reach']): Missed => {
  const steps = stepsOf(dice, dice.pick([1, 2, 3]), !dice.oneIn(ACTIVE_ONE_IN));
  return { incident: { ...namesOf(number), reach, steps }, at: spread(dice, steps.length) };
};

/** Times within the downtime, in order. */
const spread = (dice: Dice, count: number): number[] =>
  Array.from({ length: count }, () => HOUR + Math.floor(dice.next() * (DOWN_MS - 2 * HOUR))).sort((a, b) => a - b);

export const isOver = ({ incident }: Missed): boolean => standingAfter(incident.steps).open.length === 0;
