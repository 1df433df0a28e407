import { SECOND } from '../../../src/platform/lib/clock.ts';
import { defaultChannelLimits } from '../../../src/teams/connector/queue/queue.ts';
import type { Plan } from './plan.ts';
import type { MetRequest } from './strict-teams.ts';

/** The result of one run. */
export interface History {
  readonly plan: Plan;
  /** The plan's start on the virtual clock. */
  readonly beginAt: number;
  readonly met: readonly MetRequest[];
  readonly refuses: boolean;
  /** Messages that are missing at the end, with their last errors. */
  readonly lost: readonly string[];
}

const LONGEST_CRITICAL = 60 * SECOND;
/** Number of sends that may be claimed already when a critical one is written, and may go first. */
const CLAIMED = 32;
/** With this few messages a channel stays within its limits. */
const QUIET_CHANNEL = 6;

/** @returns the violations, in words */
export const rateViolations = (history: History): string[] => [
  ...windows(history),
  ...perTenant(history),
  ...rests(history),
  ...arrivals(history),
  ...(history.refuses ? [] : [...criticalWaits(history), ...criticalFirst(history)]),
];

/** Only random refusals happened. */
const windows = ({ met }: History): string[] =>
  met
    .filter(({ status, injected }) => status !== 200 && !injected)
    .map(({ status, channel, arrived }) => `${status} for ${channel} at ${arrived}`);

const perTenant = ({ met }: History): string[] => {
  const cap = defaultChannelLimits.perTenantPerSecond;
  const left = met.map((one) => one.left).sort((a, b) => a - b);
  const worst = left.filter((at, place) => (left[place + cap] ?? Number.POSITIVE_INFINITY) < at + SECOND);
  return worst.length === 0 ? [] : [`more than ${cap} left within a second, ${worst.length} times`];
};

/** After a 429 nothing goes to that channel before its Retry-After. */
const rests = ({ met }: History): string[] =>
  [...Map.groupBy(met, ({ channel }) => channel).values()].flatMap((inOrder) =>
    inOrder.flatMap(({ rest, answered, channel }) => {
      const early =
        rest === undefined ? undefined : inOrder.find(({ left }) => left >= answered && left < answered + rest);
      return early ? [`${channel} was spoken to ${answered + (rest ?? 0) - early.left} ms early`] : [];
    }),
  );

/** Everything is posted once and shows the newest version. */
const arrivals = ({ plan, met, lost }: History): string[] => {
  const taken = met.filter(({ status }) => status === 200);
  const posts = Map.groupBy(
    taken.filter(({ method }) => method === 'POST'),
    ({ says }) => markOf(says),
  );
  const newest = new Map(taken.map(({ says }) => [markOf(says), says]));
  const edited = new Set(plan.edits.map(({ mark }) => mark));
  return [
    ...lost.map((what) => `${what}: never arrived`),
    ...plan.sends.flatMap(({ mark }) => {
      const times = posts.get(mark)?.length ?? 0;
      const wanted = `${mark}@${edited.has(mark) ? 2 : 1}`;
      return [
        ...(times === 1 ? [] : [`${mark} was posted ${times} times`]),
        ...(newest.get(mark) === wanted ? [] : [`${mark} says ${newest.get(mark)}, not ${wanted}`]),
      ];
    }),
  ];
};

const markOf = (says: string): number => Number.parseInt(says, 10);

/** Time of each critical message from writing to arrival, shortest first. */
export const criticalWaitsOf = ({ plan, beginAt, met }: History): number[] => {
  const posted = new Map(
    met
      .filter(({ status, method }) => status === 200 && method === 'POST')
      .map((one) => [markOf(one.says), one.arrived]),
  );
  return plan.sends
    .filter(({ priority }) => priority === 'critical')
    .map(({ mark, at }) => (posted.get(mark) ?? Number.POSITIVE_INFINITY) - beginAt - at)
    .sort((a, b) => a - b);
};

export const p99 = (sorted: readonly number[]): number => sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;

const criticalWaits = (history: History): string[] => {
  const worst = p99(criticalWaitsOf(history));
  return worst < LONGEST_CRITICAL ? [] : [`p99 of what is critical is ${worst} ms`];
};

/** Only claimed sends go before a critical one, where its channel is free. */
const criticalFirst = ({ plan, beginAt, met }: History): string[] => {
  const priority = new Map(plan.sends.map((send) => [send.mark, send.priority]));
  const starts = [...met].sort((a, b) => a.left - b.left);
  const byChannel = Map.groupBy(starts, ({ channel }) => channel);
  return plan.sends.flatMap(({ mark, channel, at, ...send }) => {
    const own = byChannel.get(channel) ?? [];
    const place = own.findIndex(({ says }) => markOf(says) === mark);
    const first = own[place];
    if (send.priority !== 'critical' || !first || place > QUIET_CHANNEL) return [];
    const overtook = starts.filter(
      ({ left, says }) => left > beginAt + at && left < first.left && priority.get(markOf(says)) !== 'critical',
    );
    return overtook.length <= CLAIMED ? [] : [`${overtook.length} went before the critical ${mark}`];
  });
};
