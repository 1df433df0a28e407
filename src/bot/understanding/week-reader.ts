import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { CalendarDay } from '#platform/lib/local-time.ts';
import { addDays, ahead, endOfMonth, weekdayOf } from './calendar.ts';
import type { Part, Today, Words } from './time-span.ts';

/** A week or a quarter by where it stands, or the end of one. */
export interface Week {
  readonly day: CalendarDay;
  readonly whole: 'week' | 'day' | 'quarter';
  readonly date?: 'year';
  readonly minute?: number;
  readonly end?: true;
}

const END_OF_DAY = 1_440;

/** Reads weeks and quarters: "the first week of december", "the last week of the month", "next week", "the end of next week". */
export const createWeekReader = (language: PhraseWords, units: ReadonlyMap<string, number>) => {
  const is = (list: readonly string[]) => (word: string | undefined) => word !== undefined && list.includes(word);
  const [isNext, isLast, isThis] = [is(language.next), is(language.last), is(language.this)];
  const isSmall = is(language.small);
  const isWeek = (word = ''): boolean => units.get(word) === 7 * DAY;

  const skip = (words: Words, at: number): number => (isSmall(words[at]) ? skip(words, at + 1) : at);

  /** The month that is named behind, or this one; its first day. */
  const monthAt = (words: Words, at: number, today: Today): Part<CalendarDay> | undefined => {
    const named = language.months.indexOf(words[at] ?? '');
    if (named >= 0) return { value: ahead({ year: 0, month: named + 1, day: 28 }, today), next: at + 1 };
    const own = isThis(words[at]) || isNext(words[at]) ? at + 1 : at;
    if (units.get(words[own] ?? '') !== 30 * DAY) return undefined;
    const month = isNext(words[at]) ? today.month + 1 : today.month;
    return {
      value: { year: today.year + (month > 12 ? 1 : 0), month: ((month - 1) % 12) + 1, day: 28 },
      next: own + 1,
    };
  };

  /** A week of a month, counted from its first day or from its last. */
  const ofMonth = (words: Words, at: number, today: Today): Part<Week> | undefined => {
    const before = Object.hasOwn(language.weeksOfMonth, words[at] ?? '')
      ? language.weeksOfMonth[words[at] ?? '']
      : undefined;
    if ((before === undefined && !isLast(words[at])) || !isWeek(words[at + 1]) || !isSmall(words[at + 2]))
      return undefined;
    const month = monthAt(words, skip(words, at + 2), today);
    if (!month) return undefined;
    const first = { ...month.value, day: 1 };
    const day = before === undefined ? addDays(endOfMonth(first), -6) : addDays(first, 7 * before);
    return { value: { day, whole: 'week', date: 'year' }, next: month.next };
  };

  /** "Last quarter", "q3": the last one that has begun. */
  const quarterAt = (words: Words, at: number, today: Today): Part<Week> | undefined => {
    const number = /^q([1-4])$/.exec(words[at] ?? '')?.[1];
    const own = Math.floor((today.month - 1) / 3);
    const said = language.quarters.includes(words[at + 1] ?? '') && (isLast(words[at]) || isThis(words[at]));
    if (number === undefined && !said) return undefined;
    const quarter = number === undefined ? own - (isLast(words[at]) ? 1 : 0) : Number(number) - 1;
    const year = today.year - (quarter < 0 || quarter > own ? 1 : 0);
    const day = { year, month: ((quarter + 4) % 4) * 3 + 1, day: 1 };
    return { value: { day, whole: 'quarter' }, next: at + (number === undefined ? 2 : 1) };
  };

  const mondayOf = (word: string | undefined, today: Today): CalendarDay =>
    addDays(today, -weekdayOf(today) + (isNext(word) ? 7 : isLast(word) ? -7 : 0));

  return {
    weekAt(words: Words, at: number, today: Today): Part<Week> | undefined {
      const counted = ofMonth(words, at, today);
      if (counted) return counted;
      const word = words[at];
      const quarter = quarterAt(words, at, today);
      if (quarter) return quarter;
      if (!(isNext(word) || isThis(word) || isLast(word)) || !isWeek(words[at + 1])) return undefined;
      const monday = mondayOf(word, today);
      const week: Week = isThis(word)
        ? { day: addDays(monday, 6), whole: 'week', minute: END_OF_DAY, end: true }
        : { day: monday, whole: 'week' };
      return { value: week, next: at + 2 };
    },

    /** @param at behind the word for the end */
    endAt(words: Words, at: number, today: Today): Part<Week> | undefined {
      const word = words[at];
      if (!isNext(word) || !isWeek(words[at + 1])) return undefined;
      return {
        value: { day: addDays(mondayOf(word, today), 6), whole: 'day', minute: END_OF_DAY, end: true },
        next: at + 2,
      };
    },
  };
};
