import { AsyncLocalStorage } from 'node:async_hooks';
import { type After, type Clock, SECOND, steady } from '../../lib/clock.ts';
import { ConnectorError } from '../errors.ts';
import {
  type ChannelLimits,
  createQueues,
  createRateWindow,
  headOf,
  type Priority,
  type Queue,
  type QueuedOperation,
  takeOut,
  type Window,
} from './queue.ts';

/** One operation on Teams as the scheduler sees it. */
export interface Operation<T> {
  /** Operations of one lane go one at a time and in order: a conversation, the creating of chats, a roster. */
  readonly lane: string;
  /** Whether the lane's windows count it; the tenant's limit counts everything. */
  readonly counted: boolean;
  readonly priority: Priority;
  /** False: where the lane has no turn soon, `throttled` says at once when to come again. */
  readonly patient?: boolean | undefined;
  /** Milliseconds for waiting and all tries together. */
  readonly deadlineMs: number;
  /** One try; `remainingMs` is what is left of the deadline. */
  run(remainingMs: number): Promise<T>;
  /** Writes down what a try did; until then nothing else of this lane goes out that is written down. */
  recorded?: ((answer: T) => Promise<void>) | undefined;
  /** The next step after a failed try. */
  afterFailure(error: unknown, tries: number): RetryDecision;
}

export interface RetryDecision {
  /** For so many milliseconds nothing of this lane goes out. */
  readonly restMs: number;
  /** Try again after the rest, if the deadline allows. */
  readonly repeat: boolean;
}

export interface Scheduler {
  /**
   * @throws ConnectorError `throttled` when windows, a rest or a full queue leave no room before the deadline; else
   * what the last try threw
   */
  schedule<T>(operation: Operation<T>): Promise<T>;
}

export interface SchedulerDeps {
  readonly clock: Clock;
  readonly after: After;
  readonly limits: () => ChannelLimits;
  /** Operations that may wait at once, over all lanes. */
  readonly maxWaiting?: number;
}

/** Into so many parts of a second the tenant's limit is divided. */
const SPREAD = 5;

/** A try has at least so much time, in milliseconds, or half of what the operation has altogether. */
const LEAST_TRY = SECOND;

/** So many wait in a lane before those who come again by themselves are sent away; their turns are so far apart. */
const MOST_IN_LANE = 2;
const TURN = SECOND / 4;

/** Keeps every window of Teams under all that the bot sends. Nothing polls: one timer wakes it when a lane is free. */
export const createScheduler = ({ after, limits, maxWaiting = 5_000, ...deps }: SchedulerDeps): Scheduler => {
  const clock = steady(deps.clock);
  const lanes = createQueues(() => limits().perThread);
  const tenant = createRateWindow();
  const tenantFreeAt = (now: number): number => tenant.freeAt(tenantWindows(limits()), now);
  let waiting = 0;
  let cancelWake = (): void => {};

  const enter = (lane: Queue, ticket: QueuedOperation, place: 'first' | 'last'): void => {
    if (place === 'first') lane.waiting[ticket.priority].unshift(ticket);
    else lane.waiting[ticket.priority].push(ticket);
    waiting += 1;
    lanes.sort(lane, clock.now());
  };

  const leave = (lane: Queue, ticket: QueuedOperation): boolean => {
    if (!takeOut(lane, ticket)) return false;
    waiting -= 1;
    lanes.sort(lane, clock.now());
    return true;
  };

  const start = async (lane: Queue, ticket: QueuedOperation): Promise<void> => {
    lane.busy = true;
    leave(lane, ticket);
    if (lane.counted) lane.meter.record(clock.now());
    tenant.record(clock.now());
    const done = await ticket.attempt();
    lane.busy = false;
    if (lane.counted) lane.meter.settle(clock.now());
    lane.recording ||= done !== undefined;
    lanes.sort(lane, clock.now());
    pump();
    if (!done) return;
    await done.recording;
    lane.recording = false;
    lanes.sort(lane, clock.now());
    pump();
  };

  const pump = (): void => {
    const now = clock.now();
    lanes.wake(now);
    for (let lane = lanes.next(); lane && tenantFreeAt(now) <= now; lane = lanes.next()) {
      const ticket = headOf(lane);
      if (ticket) void start(lane, ticket);
    }
    const wakeAt = lanes.next() ? tenantFreeAt(now) : lanes.wakeAt();
    cancelWake();
    cancelWake = wakeAt === undefined ? () => {} : after(Math.max(1, wakeAt - now), pump);
  };

  /** Lets a failed try rest its lane. @returns true when the operation goes again */
  const restAfter = (lane: Queue, { restMs, repeat }: RetryDecision, deadlineAt: number): boolean => {
    const until = clock.now() + restMs;
    if (restMs > 0) lane.parkedUntil = Math.max(lane.parkedUntil, until);
    return repeat && until < deadlineAt;
  };

  const admit = <T>(lane: Queue, operation: Operation<T>, deadlineAt: number): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // It is started by whoever makes room for it: what belongs to them, as what a turn may wait for the store, is not its own.
    const asGiven = AsyncLocalStorage.snapshot();
    const latestStart = deadlineAt - Math.min(LEAST_TRY, operation.deadlineMs / 2);
    let tries = 0;
    const ticket: QueuedOperation = {
      priority: operation.priority,
      recorded: operation.recorded !== undefined,
      async attempt() {
        // What begins too late is cut off halfway, and then nobody knows whether Teams took it.
        if (clock.now() > latestStart) return void reject(noRoom(SECOND));
        tries += 1;
        try {
          const answer = await asGiven(() => operation.run(Math.max(0, deadlineAt - clock.now())));
          cancelDeadline();
          if (!operation.recorded) return void resolve(answer);
          const { recorded } = operation;
          return { recording: asGiven(() => recorded(answer)).then(() => resolve(answer), reject) };
        } catch (error) {
          if (restAfter(lane, operation.afterFailure(error, tries), deadlineAt))
            return void enter(lane, ticket, 'first');
          cancelDeadline();
          return void reject(error);
        }
      },
    };
    const cancelDeadline = after(operation.deadlineMs, () => {
      const now = clock.now();
      if (leave(lane, ticket)) reject(noRoom(Math.max(SECOND, lanes.freeAt(lane, operation.priority, now) - now)));
    });
    enter(lane, ticket, 'last');
    pump();
    return promise;
  };

  /**
   * Whoever waits for one conversation keeps a place that others could use; who comes again by itself is sent away from a
   * lane that has enough to do, each with a turn of its own, and what is critical with the first.
   * @returns milliseconds until that turn; undefined where there is one soon
   */
  const sendAway = (
    lane: Queue,
    { priority, patient = true }: Pick<Operation<unknown>, 'priority' | 'patient'>,
    now: number,
  ): number | undefined => {
    const free = lanes.freeAt(lane, priority, now);
    const isCritical = priority === 'critical';
    const isFull = !isCritical && lane.waiting.critical.length + lane.waiting.normal.length >= MOST_IN_LANE;
    if (patient || (!isFull && free <= now + SECOND)) return undefined;
    if (isCritical) return free - now;
    lane.promisedUntil = Math.max(free, lane.promisedUntil) + TURN;
    return lane.promisedUntil - now;
  };

  return {
    async schedule(operation) {
      const now = clock.now();
      const deadlineAt = now + operation.deadlineMs;
      const lane = lanes.of(operation.lane, operation.counted, now);
      const away = sendAway(lane, operation, now);
      if (away !== undefined) throw noRoom(away);
      if (lane.parkedUntil > deadlineAt) throw noRoom(lane.parkedUntil - now);
      if (waiting >= maxWaiting) throw noRoom(SECOND);
      return admit(lane, operation, deadlineAt);
    },
  };
};

/** Spread over the second as well: what left in two bursts a second apart may arrive as one. */
const tenantWindows = ({ perTenantPerSecond: count }: ChannelLimits): readonly Window[] => [
  { count, ms: SECOND },
  { count: Math.ceil(count / SPREAD), ms: SECOND / SPREAD },
];

const noRoom = (retryAfterMs: number): ConnectorError => new ConnectorError('throttled', { retryAfterMs });
