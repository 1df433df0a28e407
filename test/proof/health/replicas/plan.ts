import type { Fault } from '../../../../src/sandbox/teams/connector/faults.ts';
import { type Dice, diceOf } from '../../run-on-stores.ts';
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

/** What happens to one of the two processes. */
export interface Trouble {
  readonly kind: (typeof kinds)[number];
  /** Which of the two. */
  readonly bot: 0 | 1;
  /** Milliseconds of the machine before it, and those for which a process stands. */
  readonly afterMs: number;
  readonly forMs: number;
}

export interface ReplicaPlan {
  readonly incidents: readonly Incident[];
  /** While the first word of each is told, and while the second is. */
  readonly troubles: readonly (readonly Trouble[])[];
  /** In the order in which posts come. */
  readonly faults: readonly Fault[];
}

const WORDS = 2;
/** With each of them. */
const MOST_TROUBLES = 2;
const LONGEST_MS = 700;
/** Posts that a fault is thought of for, for each incident: cards, and news below them. */
const POSTS_EACH = 4;
const MOST_DOWN = 6;

/** Incidents that begin at one moment, from this number on, and what goes wrong meanwhile. */
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
      // The receiver fails, then it heals, more or less.
      ...Array.from({ length: upTo(MOST_DOWN) }, (): Fault => ({ on: 'send', status: 502 })),
      ...Array.from({ length: size * POSTS_EACH }, () => faultOf(dice)),
    ],
  };
};

/** Refused without an effect, held up, or taken and the answer lost: a 504 stands for that. */
const faultOf = (dice: Dice): Fault => {
  if (dice.oneIn(8)) return { on: 'send', status: 429, retryAfter: 1 };
  if (dice.oneIn(10)) return { on: 'send', status: 502 };
  if (dice.oneIn(20)) return { on: 'send', status: 504, afterEffect: true };
  return dice.oneIn(20) ? { on: 'send', resetAfter: true } : { on: 'send' };
};
