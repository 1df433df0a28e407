import type { Window } from './limits.ts';
import { createQueue, headOf, type Priority, type Queue } from './queue.ts';

/** All lanes, sorted by when they may go on. */
export interface Queues {
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
