import { HOUR, SECOND } from '../../lib/clock.ts';

/** At most `count` operations in any `ms` milliseconds. */
export interface Window {
  readonly count: number;
  readonly ms: number;
}

/** Teams' limits as this bot keeps them; figures of the policy. */
export interface ChannelLimits {
  /** Per conversation; creating conversations has the same windows, counted apart. */
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

/** One operation that waits for its turn or is under way. */
export interface QueuedOperation {
  readonly priority: Priority;
  /** Whether what it did is written down. */
  readonly recorded: boolean;
  /** One try, which never rejects. @returns the writing down of what it did, which never rejects either */
  attempt(): Promise<{ readonly recording: Promise<void> } | undefined>;
}

/** What is said to one conversation: in order, one at a time, within its windows. */
export interface Queue {
  /** False for reading, which Teams' conversation windows do not count. */
  readonly counted: boolean;
  readonly meter: RateWindow;
  readonly waiting: Readonly<Record<Priority, QueuedOperation[]>>;
  busy: boolean;
  /** What was said is being written down: until that is done a reply may go out, and nothing that is written down. */
  recording: boolean;
  parkedUntil: number;
  /** Up to here those who were sent away have been promised a turn. */
  promisedUntil: number;
}

const createQueue = (counted: boolean): Queue => ({
  counted,
  meter: createRateWindow(),
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
export const takeOut = (lane: Queue, ticket: QueuedOperation): boolean => {
  const line = lane.waiting[ticket.priority];
  const place = line.indexOf(ticket);
  if (place >= 0) line.splice(place, 1);
  return place >= 0;
};

/** Counts the operations of one conversation, or of one tenant, against its windows. */
interface RateWindow {
  /**
   * The first moment, in milliseconds of the clock, at which one more operation keeps every window; `now` or earlier when free.
   * @param share of each window that it may fill; all of it when absent
   */
  freeAt(windows: readonly Window[], now: number, share?: number): number;
  record(now: number): void;
  /** Counts the newest operation from its end: whenever it reached Teams between start and end, the windows hold. */
  settle(now: number): void;
  /** True when no window can remember anything. */
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
    settle(now) {
      stamps[stamps.length - 1] = now;
    },
    idle: (windows, now) => windows.every(({ ms }) => newest() + ms <= now),
  };
};

/** All lanes, sorted by when they may go on. */
interface Queues {
  of(key: string, counted: boolean, now: number): Queue;
  /**
   * The first moment at which the lane may start its next operation of this priority. What is normal leaves a part of each
   * window to what is critical, so that this never waits behind it for long.
   */
  freeAt(lane: Queue, priority: Priority, now: number): number;
  /** Sorts a lane in again after anything about it changed; one that is ready already keeps its place. */
  sort(lane: Queue, now: number): void;
  /** The lane that goes next: critical before normal, then the one that has been ready longest. */
  next(): Queue | undefined;
  /** Makes the lanes ready whose rest is over. */
  wake(now: number): void;
  /** When the first resting lane is free; undefined when none rests. */
  wakeAt(): number | undefined;
}

const FORGET_FROM = 256;

/** @param windows those of one conversation, read anew each time: they are figures of the policy */
export const createQueues = (windows: () => readonly Window[]): Queues => {
  const lanes = new Map<string, Queue>();
  const ready: Record<Priority, Set<Queue>> = { critical: new Set(), normal: new Set() };
  const resting = new Map<Queue, number>();
  let forgetAt = FORGET_FROM;

  const freeAt = (lane: Queue, priority: Priority, now: number): number => {
    const share = priority === 'critical' ? 1 : NORMAL_SHARE;
    return Math.max(lane.parkedUntil, lane.counted ? lane.meter.freeAt(windows(), now, share) : now);
  };

  const sort = (lane: Queue, now: number): void => {
    const head = lane.busy ? undefined : headOf(lane);
    const at = head ? freeAt(lane, head.priority, now) : undefined;
    const place = at !== undefined && at <= now ? head?.priority : undefined;
    for (const priority of ['critical', 'normal'] as const) {
      if (priority === place) ready[priority].add(lane);
      else ready[priority].delete(lane);
    }
    if (at !== undefined && at > now) resting.set(lane, at);
    else resting.delete(lane);
  };

  /** Drops the lanes that no window remembers, each time their number has doubled. */
  const forget = (now: number): void => {
    for (const [key, lane] of lanes) {
      const quiet = !lane.busy && !lane.recording && headOf(lane) === undefined && lane.parkedUntil <= now;
      if (quiet && lane.meter.idle(windows(), now)) lanes.delete(key);
    }
    forgetAt = Math.max(FORGET_FROM, 2 * lanes.size);
  };

  return {
    of(key, counted, now) {
      const known = lanes.get(key);
      if (known) return known;
      if (lanes.size >= forgetAt) forget(now);
      const lane = createQueue(counted);
      lanes.set(key, lane);
      return lane;
    },
    freeAt,
    sort,
    next: () => oldest(ready.critical) ?? oldest(ready.normal),
    wake(now) {
      for (const [lane, at] of resting) if (at <= now) sort(lane, now);
    },
    wakeAt: () => [...resting.values()].reduce<number | undefined>(earlier, undefined),
  };
};

/** So much of a window is for what is normal. */
const NORMAL_SHARE = 3 / 4;

const oldest = (set: ReadonlySet<Queue>): Queue | undefined => set.values().next().value;

const earlier = (a: number | undefined, b: number): number => (a === undefined ? b : Math.min(a, b));
