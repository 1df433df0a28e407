import type { SourceSynchronizationSetting } from '../../api/operations/data-share.ts';
import { DAY, HOUR } from '../../lib/clock.ts';

type Interval = 'Hour' | 'Day';
const lengths: Readonly<Record<Interval, number>> = { Hour: HOUR, Day: DAY };

/** A setting with what follows from it; moments in milliseconds since 1970. */
export interface Schedule {
  readonly kind: string;
  /** Undefined where the setting names none that is known. */
  readonly interval: Interval | undefined;
  /** The vendor's word for it. */
  readonly recurrence: string | undefined;
  readonly first: number | undefined;
  /** The next run; undefined where it cannot be worked out. */
  readonly next: number | undefined;
}

/**
 * The first moment at or after `now` that lies a whole number of intervals after the first run, or the first run itself
 * while it is ahead. The document gives an instant and an hour or a day: the vendor counts hours of no zone, so neither do we
 * care when somewhere the clocks change.
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

/** The next one first; what cannot be worked out comes last. */
export const byNext = (a: Schedule, b: Schedule): number =>
  (a.next ?? Number.POSITIVE_INFINITY) - (b.next ?? Number.POSITIVE_INFINITY) || 0;
