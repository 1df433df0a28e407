import { levels } from '../../../src/engine/alerts/feed/signal.ts';
import type { Trap } from '../../cluster/trap.ts';
import { type Dice, diceOf, shuffled } from '../../run-on-stores.ts';
import { expected } from '../shared/expected.ts';
import { type Incident, namesOf, type Step, standingAfter, stepsOf } from '../shared/incident.ts';
import type { Watching } from '../shared/watches.ts';
import { type AlertPoint, alertPoints } from './points.ts';

/** The channels of this proof and their watches. */
export const watchings: readonly Watching[] = [
  { channel: 'general', on: 'payments' },
  { channel: 'finance', on: 'payments', level: 'error' },
  { channel: 'approvals', on: 'staging' },
  { channel: 'alerts', on: 'payments', digest: 'hour' },
];

/** A kill: the step, and its trap. */
export interface Kill {
  readonly where: string;
  readonly trap: Trap;
}

export interface CrashPlan {
  readonly incidents: readonly Incident[];
  /** One for each update. */
  readonly kills: readonly Kill[];
  /** During the hourly digest. */
  readonly digestKill: Kill;
}

/** The size and number of a batch. */
interface Measure {
  readonly seed: number;
  readonly batch: number;
  /** How many incidents. */
  readonly size: number;
  /** Number of updates after the first. */
  readonly updates: number;
  /** How many batches came before on the same kind of store. */
  readonly turn: number;
}

export const planOf = ({ seed, batch, size, updates, turn }: Measure): CrashPlan => {
  const dice = diceOf(seed, batch);
  const incidents = Array.from({ length: size }, (_, index) =>
    incidentOf(dice, batch * 100 + index, updates, index === 0),
  );
  const inTurn = (kind: keyof typeof alertPoints, n: number): AlertPoint => {
    const points = shuffled<AlertPoint>(alertPoints[kind], seed);
    return points[n % points.length] as AlertPoint;
  };
  const kill = (point: AlertPoint, step: number): Kill => ({
    where: point.where,
    trap: { moments: point.moments, nth: 1 + Math.floor(dice.next() * mostOf(point, incidents, step)) },
  });
  return {
    incidents,
    kills: Array.from({ length: updates + 1 }, (_, step) =>
      kill(step === 0 ? inTurn('first', turn) : inTurn('update', turn * updates + step - 1), step),
    ),
    digestKill: kill(inTurn('digest', turn), updates),
  };
};

/** The first one has news in each update, so that there is a reply at which to kill. */
const incidentOf = (dice: Dice, number: number, updates: number, restless: boolean): Incident => ({
  ...namesOf(number),
  reach: restless ? 'both' : dice.pick(['production', 'production', 'staging', 'both']),
  steps: restless ? restlessSteps(dice, updates) : stepsOf(dice, updates, dice.oneIn(2)),
});

const restlessSteps = (dice: Dice, updates: number): Step[] => {
  const steps: Step[] = stepsOf(dice, 0, false);
  while (steps.length <= updates) {
    const now = standingAfter(steps);
    steps.push({ level: dice.pick(levels.filter((level) => level !== now.level)), spreads: [], resolves: [] });
  }
  return steps;
};

const FEW = 4;

/** Number of messages that surely come and that the trap can wait for, up to a few. */
const mostOf = ({ several }: AlertPoint, incidents: readonly Incident[], step: number): number => {
  if (several === 'nothing') return 1;
  const [general] = watchings;
  if (several === 'incidents' || !general) return Math.min(FEW, incidents.length);
  const told = incidents.map((incident) => {
    const until = (steps: number) => expected({ ...incident, steps: incident.steps.slice(0, steps) }, [general]);
    return { card: until(step + 1).card, reply: until(step + 1).replies.length > until(step).replies.length };
  });
  return Math.min(FEW, told.filter(({ card, reply }) => (several === 'cards' ? card : reply)).length);
};
