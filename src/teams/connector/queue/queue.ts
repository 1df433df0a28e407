import { HOUR, SECOND } from '#platform/lib/clock.ts';

/** At most `count` operations in any `ms` milliseconds. */
export interface Window {
  readonly count: number;
  readonly ms: number;
}

/** The rate limits of Teams, set in the policy. */
export interface ChannelLimits {
  /** Per conversation; creating conversations has the same limits, counted separately. */
  readonly perThread: readonly Window[];
  readonly perTenantPerSecond: number;
}

export const defaultChannelLimits: ChannelLimits = {
  perThread: [
    { count: 7, ms: SECOND },
    { count: 8, ms: 2 * SECOND },
    { count: 60, ms: 30 * SECOND },
    { count: 1_800, ms: HOUR },
  ],
  perTenantPerSecond: 25,
};

export type Priority = 'critical' | 'normal';

/** One operation that waits for its turn or is running. */
export interface QueuedOperation {
  readonly priority: Priority;
  /** Whether its result is recorded. */
  readonly recorded: boolean;
  /** One try; never rejects. @returns the recording of the result, which never rejects either */
  attempt(): Promise<{ readonly recording: Promise<void> } | undefined>;
}

/** The operations on one conversation: in order, one at a time, within its rate limits. */
export interface Queue {
  /** False for reads, which do not count against the limits of a conversation. */
  readonly counted: boolean;
  readonly rateWindow: RateWindow;
  readonly waiting: Readonly<Record<Priority, QueuedOperation[]>>;
  busy: boolean;
  /** A result is being recorded: until that ends, replies may go out, but no recorded operation. */
  recording: boolean;
  parkedUntil: number;
  /** The last turn that was promised to a postponed caller. */
  promisedUntil: number;
}

const createQueue = (counted: boolean): Queue => ({
  counted,
  rateWindow: createRateWindow(),
  waiting: { critical: [], normal: [] },
  busy: false,
  recording: false,
  parkedUntil: Number.NEGATIVE_INFINITY,
  promisedUntil: Number.NEGATIVE_INFINITY,
});

export const headOf = ({ waiting, recording }: Queue): QueuedOperation | undefined => {
  const mayGo = ({ recorded }: QueuedOperation): boolean => !(recorded && recording);
  return waiting.critical.find(mayGo) ?? waiting.normal.find(mayGo);
};

/** @returns false when the ticket was not waiting any more */
export const takeOut = (queue: Queue, ticket: QueuedOperation): boolean => {
  const line = queue.waiting[ticket.priority];
  const place = line.indexOf(ticket);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
};

/** Counts the operations of one conversation, or of one tenant, against its limits. */
interface RateWindow {
  /** The first moment, in milliseconds since 1970, at which one more operation fits. @param share of each window; all when absent */
  freeAt(windows: readonly Window[], now: number, share?: number): number;
  record(now: number): void;
  /** Counts the newest operation from its end: the limits hold whenever it reached Teams between start and end. */
  ended(now: number): void;
  /** True when no operation counts in any window. */
  idle(windows: readonly Window[], now: number): boolean;
}

export const createRateWindow = (): RateWindow => {
  let stamps: number[] = [];
  const newest = () => stamps.at(-1) ?? Number.NEGATIVE_INFINITY;

  return {
    freeAt(windows, now, share = 1) {
      const kept = Math.max(0, ...windows.map((window) => window.count));
      if (stamps.length > 2 * kept) stamps = stamps.slice(stamps.length - kept);
      const blockedUntil = ({ count, ms }: Window): number =>
        (stamps.at(-Math.max(1, Math.floor(count * share))) ?? Number.NEGATIVE_INFINITY) + ms;
      return Math.max(now, ...windows.map(blockedUntil));
    },
    record(now) {
      stamps.push(now);
    },
    ended(now) {
      stamps[stamps.length - 1] = now;
    },
    idle: (windows, now) => windows.every(({ ms }) => newest() + ms <= now),
  };
};

/** All queues, sorted by the moment at which they may continue. */
interface Queues {
  of(key: string, counted: boolean, now: number): Queue;
  /** The first moment for the queue's next operation; normal ones leave a part of each window to critical ones. */
  freeAt(queue: Queue, priority: Priority, now: number): number;
  /** Sorts a queue again after a change; one that is ready already keeps its place. */
  sort(queue: Queue, now: number): void;
  /** The next queue: critical before normal, then the one that has been ready longest. */
  next(): Queue | undefined;
  /** Makes queues ready whose pause is over. */
  wake(now: number): void;
  /** When the first paused queue is free; undefined when none is paused. */
  wakeAt(): number | undefined;
}

const FORGET_FROM = 256;

/** @param windows the limits of one conversation, read each time: the policy may change them */
export const createQueues = (windows: () => readonly Window[]): Queues => {
  const queues = new Map<string, Queue>();
  const ready: Record<Priority, Set<Queue>> = { critical: new Set(), normal: new Set() };
  const resting = new Map<Queue, number>();
  let forgetAt = FORGET_FROM;

  const freeAt = (queue: Queue, priority: Priority, now: number): number => {
    const share = priority === 'critical' ? 1 : NORMAL_SHARE;
    return Math.max(queue.parkedUntil, queue.counted ? queue.rateWindow.freeAt(windows(), now, share) : now);
  };

  const sort = (queue: Queue, now: number): void => {
    const head = queue.busy ? undefined : headOf(queue);
    const at = head ? freeAt(queue, head.priority, now) : undefined;
    const place = at !== undefined && at <= now ? head?.priority : undefined;
    for (const priority of ['critical', 'normal'] as const) {
      if (priority === place) ready[priority].add(queue);
      else ready[priority].delete(queue);
    }
    if (at !== undefined && at > now) resting.set(queue, at);
    else resting.delete(queue);
  };

  /** Deletes idle queues each time the number of queues has doubled. */
  const forget = (now: number): void => {
    for (const [key, queue] of queues) {
      const quiet = !queue.busy && !queue.recording && headOf(queue) === undefined && queue.parkedUntil <= now;
      if (quiet && queue.rateWindow.idle(windows(), now)) queues.delete(key);
    }
    forgetAt = Math.max(FORGET_FROM, 2 * queues.size);
  };

  return {
    of(key, counted, now) {
      const known = queues.get(key);
      if (known) return known;
      if (queues.size >= forgetAt) forget(now);
      const queue = createQueue(counted);
      queues.set(key, queue);
      return queue;
    },
    freeAt,
    sort,
    next: () => oldest(ready.critical) ?? oldest(ready.normal),
    wake(now) {
      for (const [queue, at] of resting) if (at <= now) sort(queue, now);
    },
    wakeAt: () => [...resting.values()].reduce<number | undefined>(earlier, undefined),
  };
};

/** The part of a window for normal operations. */
const NORMAL_SHARE = 3 / 4;

const oldest = (set: ReadonlySet<Queue>): Queue | undefined => set.values().next().value;

const earlier = (a: number | undefined, b: number): number => (a === undefined ? b : Math.min(a, b));
