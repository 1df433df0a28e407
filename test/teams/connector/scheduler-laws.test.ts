import { HOUR } from '#platform/lib/clock.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { type ChannelLimits, defaultChannelLimits, type Window } from '#teams/connector/queue/queue.ts';
import { createScheduler } from '#teams/connector/queue/scheduler.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createManualTimers } from '../../support/manual-timers.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** One try of one operation: when it went out, when it arrived at Teams, when its answer was back. */
interface Try {
  readonly queue: string;
  readonly operation: number;
  readonly priority: 'critical' | 'normal';
  readonly start: number;
  readonly arrival: number;
  readonly end: number;
}

interface Run {
  readonly limits: ChannelLimits;
  readonly tries: readonly Try[];
  readonly operations: number;
  readonly done: readonly number[];
}

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);
let runs: readonly Run[];

beforeAll(async () => {
  runs = await Promise.all(SEEDS.map(simulate));
});

it('sends no more to a conversation in any window than Teams allows', () => {
  const broken = runs.flatMap((run) =>
    [...byLane(run).values()].flatMap((tries) =>
      run.limits.perThread.filter((window) => exceeds(arrivals(tries), window)),
    ),
  );
  expect(broken).toEqual([]);
});

it('never starts more in a second than the tenant allows', () => {
  const broken = runs.filter(({ limits, tries }) =>
    exceeds(sorted(tries.map((one) => one.start)), { count: limits.perTenantPerSecond, ms: 1_000 }),
  );
  expect(broken).toEqual([]);
});

it('sends every operation', () => {
  expect(runs.map((run) => run.done.length)).toEqual(runs.map((run) => run.operations));
});

it('keeps the order of a conversation within a priority, and a repeated operation keeps its place', () => {
  const overtaken = runs.flatMap((run) =>
    [...Map.groupBy(run.tries, (one) => `${one.queue} ${one.priority}`).values()].flatMap((tries) =>
      tries.filter((one, place) => one.operation < (tries[place - 1]?.operation ?? 0)),
    ),
  );
  expect(overtaken).toEqual([]);
});

it('has one operation of a conversation in flight at a time', () => {
  const overlaps = runs.flatMap((run) =>
    [...byLane(run).values()].flatMap((tries) =>
      tries.filter((one, place) => one.start < (tries[place - 1]?.end ?? 0)),
    ),
  );
  expect(overlaps).toEqual([]);
});

/** Some hundred operations on a few conversations, in bursts, with slow answers and refusals now and then. */
async function simulate(seed: number): Promise<Run> {
  const random = seededRandom(seed);
  const below = (max: number): number => Math.floor(random() * max);
  const clock = createManualClock();
  const timers = createManualTimers(clock);
  const limits = seed % 2 ? defaultChannelLimits : tightLimits(below);
  const scheduler = createScheduler({ clock, after: timers.after, limits: () => limits });
  const tries: Try[] = [];
  const done: number[] = [];
  const operations = 150 + below(150);

  const give = (operation: number): void => {
    const queue = `19:${below(1 + (seed % 6))}@thread.tacv2`;
    const priority = random() < 0.2 ? 'critical' : 'normal';
    const run = async (): Promise<void> => {
      const start = clock.now();
      const roundTrip = random() < 0.5 ? 0 : below(400);
      const arrival = start + below(roundTrip + 1);
      if (roundTrip > 0) await new Promise<void>((resolve) => timers.after(roundTrip, resolve));
      tries.push({ queue, operation, priority, start, arrival, end: clock.now() });
      if (random() < 0.1) throw new ConnectorError('throttled');
    };
    const afterFailure = () => ({ restMs: below(3_000), repeat: true });
    void scheduler
      .schedule({ queue, counted: true, priority, deadlineMs: 100 * HOUR, run, afterFailure })
      .then(() => done.push(operation));
  };

  for (let given = 0; given < operations; ) {
    for (const end = Math.min(operations, given + 1 + below(20)); given < end; given += 1) give(given);
    await timers.advance(below(1_500));
  }
  for (let hours = 0; hours < 30 && done.length < operations; hours += 1) await timers.advance(HOUR);
  return { limits, tries, operations, done };
}

function tightLimits(below: (max: number) => number): ChannelLimits {
  return {
    perThread: [
      { count: 1 + below(3), ms: 1_000 },
      { count: 20 + below(20), ms: 60_000 },
    ],
    perTenantPerSecond: 2 + below(4),
  };
}

function byLane({ tries }: Run): Map<string, Try[]> {
  return Map.groupBy(tries, (one) => one.queue);
}

const sorted = (moments: readonly number[]): number[] => [...moments].sort((a, b) => a - b);
const arrivals = (tries: readonly Try[]): number[] => sorted(tries.map((one) => one.arrival));

/** True when some window that begins with an event holds more events than it may. */
function exceeds(moments: readonly number[], { count, ms }: Window): boolean {
  return moments.some((moment, place) => (moments[place + count] ?? Number.POSITIVE_INFINITY) < moment + ms);
}
