import { AsyncResource } from 'node:async_hooks';
import { type After, type Clock, SECOND, steady } from '#platform/lib/clock.ts';
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

/** One operation on Teams, for the scheduler. */
export interface Operation<T> {
  /** The queue's key: a conversation, the creation of chats, or a roster. Its operations run one at a time and in order. */
  readonly queue: string;
  /** Whether it counts against the queue's limits; everything counts against the tenant's. */
  readonly counted: boolean;
  readonly priority: Priority;
  /** False: if the queue has no turn soon, `throttled` is thrown at once, with the time of the next one. */
  readonly patient?: boolean | undefined;
  /** In milliseconds, for waiting and all tries together. */
  readonly deadlineMs: number;
  /** One try; `remainingMs` is what is left of the deadline. */
  run(remainingMs: number): Promise<T>;
  /** Records the result of a try; no other recorded operation of this queue starts before that ends. */
  recorded?: ((answer: T) => Promise<void>) | undefined;
  /** The next step after a failed try. */
  afterFailure(error: unknown, tries: number): RetryDecision;
}

export interface RetryDecision {
  /** The pause of the queue, in milliseconds. */
  readonly restMs: number;
  /** Retry after the pause, if the deadline allows. */
  readonly repeat: boolean;
}

export interface Scheduler {
  /** @throws ConnectorError `throttled` when no try is allowed before the deadline; otherwise the error of the last try */
  schedule<T>(operation: Operation<T>): Promise<T>;
}

interface SchedulerDeps {
  readonly clock: Clock;
  readonly after: After;
  readonly limits: () => ChannelLimits;
  /** The most operations that wait at once, over all queues. */
  readonly maxWaiting?: number;
}

/** The number of parts of a second over which the tenant's limit is spread. */
const SPREAD = 5;

/** The least time for a try, in milliseconds, or half of the operation's time if that is less. */
const LEAST_TRY = SECOND;

/** From this number of waiting operations on, callers that retry by themselves are postponed, with turns this far apart. */
const MOST_IN_QUEUE = 2;
const TURN = SECOND / 4;

/** Keeps all calls of the bot within the rate limits of Teams. Nothing polls: one timer wakes it when a queue is free. */
export const createScheduler = ({ after, limits, maxWaiting = 5_000, ...deps }: SchedulerDeps): Scheduler => {
  const clock = steady(deps.clock);
  const queues = createQueues(() => limits().perThread);
  const tenant = createRateWindow();
  const tenantFreeAt = (now: number): number => tenant.freeAt(tenantWindows(limits()), now);
  let waiting = 0;
  let cancelWake = (): void => {};

  const enter = (queue: Queue, ticket: QueuedOperation, place: 'first' | 'last'): void => {
    if (place === 'first') queue.waiting[ticket.priority].unshift(ticket);
    else queue.waiting[ticket.priority].push(ticket);
    waiting += 1;
    queues.sort(queue, clock.now());
  };

  const leave = (queue: Queue, ticket: QueuedOperation): boolean => {
    if (!takeOut(queue, ticket)) return false;
    waiting -= 1;
    queues.sort(queue, clock.now());
    return true;
  };

  const start = async (queue: Queue, ticket: QueuedOperation): Promise<void> => {
    queue.busy = true;
    leave(queue, ticket);
    if (queue.counted) queue.rateWindow.record(clock.now());
    tenant.record(clock.now());
    const done = await ticket.attempt();
    queue.busy = false;
    if (queue.counted) queue.rateWindow.ended(clock.now());
    queue.recording ||= done !== undefined;
    queues.sort(queue, clock.now());
    pump();
    if (!done) return;
    await done.recording;
    queue.recording = false;
    queues.sort(queue, clock.now());
    pump();
  };

  const pump = (): void => {
    const now = clock.now();
    queues.wake(now);
    for (let queue = queues.next(); queue && tenantFreeAt(now) <= now; queue = queues.next()) {
      const ticket = headOf(queue);
      if (ticket) void start(queue, ticket);
    }
    const wakeAt = queues.next() ? tenantFreeAt(now) : queues.wakeAt();
    cancelWake();
    cancelWake = wakeAt === undefined ? () => {} : after(Math.max(1, wakeAt - now), pump);
  };

  /** Pauses the queue after a failed try. @returns true when the operation is retried */
  const restAfter = (queue: Queue, { restMs, repeat }: RetryDecision, deadlineAt: number): boolean => {
    const until = clock.now() + restMs;
    if (restMs > 0) queue.parkedUntil = Math.max(queue.parkedUntil, until);
    return repeat && until < deadlineAt;
  };

  const admit = <T>(queue: Queue, operation: Operation<T>, deadlineAt: number): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Another caller's context starts it: that caller's values, such as a turn's time limit for the store, must not apply.
    // Not by a snapshot: it gives a function a prototype, and V8 then keeps what that function reaches until a full collection.
    const ownContext = new AsyncResource('connector call');
    const latestStart = deadlineAt - Math.min(LEAST_TRY, operation.deadlineMs / 2);
    let tries = 0;
    const ticket: QueuedOperation = {
      priority: operation.priority,
      recorded: operation.recorded !== undefined,
      async attempt() {
        // A try that begins too late is cut off halfway, and it is unknown whether Teams accepted it.
        if (clock.now() > latestStart) return void reject(noRoom(SECOND));
        tries += 1;
        try {
          const answer = await ownContext.runInAsyncScope(() => operation.run(Math.max(0, deadlineAt - clock.now())));
          cancelDeadline();
          if (!operation.recorded) return void resolve(answer);
          const { recorded } = operation;
          return { recording: ownContext.runInAsyncScope(() => recorded(answer)).then(() => resolve(answer), reject) };
        } catch (error) {
          if (restAfter(queue, operation.afterFailure(error, tries), deadlineAt))
            return void enter(queue, ticket, 'first');
          cancelDeadline();
          return void reject(error);
        }
      },
    };
    const cancelDeadline = after(operation.deadlineMs, () => {
      const now = clock.now();
      if (leave(queue, ticket)) reject(noRoom(Math.max(SECOND, queues.freeAt(queue, operation.priority, now) - now)));
    });
    enter(queue, ticket, 'last');
    pump();
    return promise;
  };

  /** When a caller that waits or retries by itself shall come back, so that it takes no place of others; undefined for soon. */
  const postpone = (
    queue: Queue,
    { priority, patient = true }: Pick<Operation<unknown>, 'priority' | 'patient'>,
    now: number,
  ): number | undefined => {
    const free = queues.freeAt(queue, priority, now);
    const isCritical = priority === 'critical';
    const isFull = !isCritical && queue.waiting.critical.length + queue.waiting.normal.length >= MOST_IN_QUEUE;
    if (patient || (!isFull && free <= now + SECOND)) return undefined;
    if (isCritical) return free - now;
    queue.promisedUntil = Math.max(free, queue.promisedUntil) + TURN;
    return queue.promisedUntil - now;
  };

  return {
    async schedule(operation) {
      const now = clock.now();
      const deadlineAt = now + operation.deadlineMs;
      const queue = queues.of(operation.queue, operation.counted, now);
      const retryInMs = postpone(queue, operation, now);
      if (retryInMs !== undefined) throw noRoom(retryInMs);
      if (queue.parkedUntil > deadlineAt) throw noRoom(queue.parkedUntil - now);
      if (waiting >= maxWaiting) throw noRoom(SECOND);
      return admit(queue, operation, deadlineAt);
    },
  };
};

/** Spread over the second too: two bursts a second apart may arrive as one. */
const tenantWindows = ({ perTenantPerSecond: count }: ChannelLimits): readonly Window[] => [
  { count, ms: SECOND },
  { count: Math.ceil(count / SPREAD), ms: SECOND / SPREAD },
];

const noRoom = (retryAfterMs: number): ConnectorError => new ConnectorError('throttled', { retryAfterMs });
