import type { SourceSynchronizationSetting } from '#cloud/operations/data-share.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';

type Interval = 'Hour' | 'Day';
const lengths: Readonly<Record<Interval, number>> = { Hour: HOUR, Day: DAY };

/** A synchronization setting with its next run; times in milliseconds since 1970. */
export interface Schedule {
  readonly kind: string;
  /** Undefined for an unknown interval. */
  readonly interval: Interval | undefined;
  /** The vendor's interval. */
  readonly recurrence: string | undefined;
  readonly first: number | undefined;
  /** The next run; undefined where it cannot be calculated. */
  readonly next: number | undefined;
}

/**
 * The first run at or after `now`: a whole number of intervals after the first run, or the first run itself while it lies
 * ahead. The document names a UTC instant and an hour or a day, so daylight saving time has no effect.
 */
export const nextRun = (first: number, interval: Interval, now: number): number => {
  const length = lengths[interval];
  return first >= now ? first : first + Math.ceil((now - first) / length) * length;
};

const isInterval = (word: string | undefined): word is Interval => word !== undefined && Object.hasOwn(lengths, word);

export const toSchedule = (
  { kind, recurrenceInterval, synchronizationTime }: SourceSynchronizationSetting,
  now: number,
): Schedule => {
  const interval = isInterval(recurrenceInterval) ? recurrenceInterval : undefined;
  const first = synchronizationTime === undefined ? undefined : Date.parse(synchronizationTime);
  const known = interval !== undefined && first !== undefined;
  return {
    kind,
    interval,
    recurrence: recurrenceInterval,
    first,
    next: known ? nextRun(first, interval, now) : undefined,
  };
};

/** The next run first; unknown ones last. */
export const byNext = (a: Schedule, b: Schedule): number =>
  (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY) || 0;
