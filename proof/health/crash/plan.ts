import { levels } from '../../../src/engine/alerts/feed/signal.ts';
import { call, claimed, commit, EDIT, type Moment, SHOWN, sql, type Trap } from '../../cluster/trap.ts';
import { type Dice, diceOf, shuffled } from '../../lib/dice.ts';
import { type Incident, namesOf, type Step, standingAfter, stepsOf } from '../shared/incident.ts';
import { expected, type Watching } from '../shared/watches.ts';

/** A step of an alert at which the bot is killed. */
interface AlertPoint {
  readonly where: string;
  /** One after another; at the last one the process is killed. */
  readonly moments: readonly Moment[];
  /** Where there are several, the trap waits for one of the first few. */
  readonly several: 'incidents' | 'cards' | 'replies' | 'nothing';
}

const point = (where: string, several: AlertPoint['several'], ...moments: Moment[]): AlertPoint => ({
  where,
  several,
  moments,
});

const PAGE = '^GET .*ResourceHealth/events';
const TOLD = '^(insert into|update) "alerts"';
const WATERMARK = '^update "alert_feeds" set "since"';
const HELD = '^delete from "alert_held"';
const DIGEST = '^insert into "alert_digests"';
/** A message that starts a thread, and one in a thread. */
const ROOT = '^POST .*/v3/conversations/[^/;]+/activities';
const REPLY = '^POST .*/v3/conversations/[^/]+;messageid=[^/]+/activities';
/** The last messages, in the order in which they are sent. */
const afterDigest = commit('after', DIGEST);

const reading: readonly AlertPoint[] = [
  point('before a page is asked for', 'nothing', call('leaving', PAGE)),
  point('when a page was read', 'nothing', call('answered', PAGE)),
  point('before an incident is written', 'incidents', sql('before', TOLD)),
  point('before an incident is committed', 'incidents', commit('before', TOLD)),
  point('when an incident was committed', 'incidents', commit('after', TOLD)),
  point('before the watermark is committed', 'nothing', commit('before', WATERMARK)),
  point('when the watermark was committed', 'nothing', commit('after', WATERMARK)),
];

const saying = (what: string, several: AlertPoint['several'], to: string, first: readonly Moment[] = []) => [
  point(`before ${what} leaves`, several, ...first, call('leaving', to)),
  point(`when ${what} is sent`, several, ...first, call('sent', to)),
  point(`when ${what} is answered`, several, ...first, call('answered', to)),
  point(`before ${what} is written down`, 'nothing', ...first, call('answered', to), sql('before', SHOWN)),
  point(`after ${what} was written down`, 'nothing', ...first, call('answered', to), sql('after', SHOWN)),
];

/** The steps of an alert at which the bot is killed. */
export const alertPoints = {
  /** The first update: cards are posted. */
  first: [
    ...reading,
    point('when cards are claimed', 'nothing', commit('after', TOLD), claimed('deliveries')),
    ...saying('a card', 'cards', ROOT),
  ],
  /** Another update: cards are edited, and notes are posted in threads. */
  update: [...reading, ...saying('an edit', 'cards', EDIT), ...saying('a reply', 'replies', REPLY)],
  /** The hour ends: the digest is posted. */
  digest: [
    point('before the held is taken', 'nothing', sql('before', HELD)),
    point('before a digest is committed', 'nothing', commit('before', DIGEST)),
    point('when a digest was committed', 'nothing', afterDigest),
    ...saying('a digest', 'nothing', ROOT, [afterDigest]),
  ],
} as const satisfies Record<string, readonly AlertPoint[]>;

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
