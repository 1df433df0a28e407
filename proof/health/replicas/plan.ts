import type { Fault } from '../../../sandbox/teams/connector/faults.ts';
import { type Dice, diceOf } from '../../lib/dice.ts';
import { type Incident, namesOf, stepsOf } from '../shared/incident.ts';
import type { Watching } from '../shared/watches.ts';

export const watchings: readonly Watching[] = [
  { channel: 'general', on: 'payments' },
  { channel: 'finance', on: 'payments', level: 'error' },
  { channel: 'approvals', on: 'staging' },
];

const kinds = [
  'killed',
  'stands for a moment',
  'stands until another takes over',
  'stands with what it has claimed until another takes over',
] as const;

/** A fault of one of the two processes. */
export interface Trouble {
  readonly kind: (typeof kinds)[number];
  /** Which of the two. */
  readonly bot: 0 | 1;
  /** Real milliseconds before it, and those for which a process is stopped. */
  readonly afterMs: number;
  readonly forMs: number;
}

export interface ReplicaPlan {
  readonly incidents: readonly Incident[];
  /** During the first update of each, and during the second. */
  readonly troubles: readonly (readonly Trouble[])[];
  /** In the order of the posts. */
  readonly faults: readonly Fault[];
}

const WORDS = 2;
/** With each of them. */
const MOST_TROUBLES = 2;
const LONGEST_MS = 700;
/** Posts of each incident that may get a fault: cards and notes. */
const POSTS_EACH = 4;
const MOST_DOWN = 6;

/** Incidents that begin at one moment, from this number on, with the faults meanwhile. */
export const replicaPlan = (seed: number, first: number, size: number): ReplicaPlan => {
  const dice = diceOf(seed, first);
  const upTo = (most: number): number => Math.floor(dice.next() * most);
  return {
    incidents: Array.from({ length: size }, (_, n) => ({
      ...namesOf(first + n),
      reach: dice.pick(['production', 'production', 'both', 'staging'] as const),
      steps: stepsOf(dice, WORDS - 1, dice.oneIn(2)),
    })),
    troubles: Array.from({ length: WORDS }, () =>
      Array.from({ length: 1 + upTo(MOST_TROUBLES) }, () => ({
        kind: dice.pick(kinds),
        bot: dice.pick([0, 1] as const),
        afterMs: upTo(LONGEST_MS),
        forMs: upTo(LONGEST_MS),
      })),
    ),
    faults: [
      // The receiver fails, then recovers more or less.
      ...Array.from({ length: upTo(MOST_DOWN) }, (): Fault => ({ on: 'send', status: 502 })),
      ...Array.from({ length: size * POSTS_EACH }, () => faultOf(dice)),
    ],
  };
};

/** Refused without effect, delayed, or received with a lost answer (as a 504). */
const faultOf = (dice: Dice): Fault => {
  if (dice.oneIn(8)) return { on: 'send', status: 429, retryAfter: 1 };
  if (dice.oneIn(10)) return { on: 'send', status: 502 };
  if (dice.oneIn(20)) return { on: 'send', status: 504, afterEffect: true };
  return dice.oneIn(20) ? { on: 'send', resetAfter: true } : { on: 'send' };
};

/** One incident in one channel, when no work is pending. */
export interface ReplicaHistory {
  readonly mark: string;
  readonly channel: string;
  readonly wanted: boolean;
  /** Its cards, and the number of those in the store. */
  readonly cards: number;
  readonly known: number;
  /** Whether each of those shows the newest update. */
  readonly newest: boolean;
  /** Answers to its posts that never reached the store: lost by Teams, or by a process that died or was stopped. */
  readonly lost: number;
}

/** @returns the violations: one card, and another one only for a lost answer */
export const replicaViolations = ({ mark, channel, wanted, cards, known, newest, lost }: ReplicaHistory): string[] => {
  const due = wanted ? 1 : 0;
  const extra = cards - known;
  return [
    ...(known === due ? [] : [`${known} cards that are kept, not ${due}`]),
    ...(newest ? [] : ['a card that is kept says an old word']),
    ...(extra <= lost ? [] : [`${extra} cards too many, and ${lost} answers lost`]),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};
