import type { CalendarDay } from '#platform/lib/local-time.ts';

/** A moment as it was named; without a minute only its day was. */
export interface Moment extends CalendarDay {
  /** After midnight. */
  readonly minute?: number;
}

/** A time in a text, and what the word before it makes of it. */
export interface TimeSpan {
  /** `at` has no such word. */
  readonly part: 'length' | 'until' | 'from' | 'since' | 'at';
  readonly ms?: number;
  readonly moment?: Moment;
  /** It names a whole day, or a week or quarter that begins with the moment; of a weekend the moment is its end. */
  readonly whole?: 'day' | 'week' | 'weekend' | 'month' | 'quarter';
  /** What was named is the end of the time, as in "for the rest of the day". */
  readonly end?: true;
  /** It is a date of the calendar; `month`: its day alone was named, of whichever month. */
  readonly date?: 'year' | 'month';
  /** The hour is a number alone: in the morning or in the evening. */
  readonly bare?: true;
  /** The numbers of its tokens, its preposition included. */
  readonly from: number;
  readonly to: number;
}

/** Today, where the person is. */
export interface Today extends CalendarDay {
  readonly minute: number;
}

/** Something that was read, and the token behind it. */
export interface Part<T> {
  readonly value: T;
  readonly next: number;
}

/** The words of a text, spelled right. */
export type Words = readonly string[];
