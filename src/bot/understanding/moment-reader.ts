import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { CalendarDay } from '#platform/lib/local-time.ts';
import { addDays, ahead, dayOfWeek, endOfMonth, nextDay, weekdayOf } from './calendar.ts';
import type { Part, TimeSpan, Today } from './time-span.ts';
import { createWeekReader } from './week-reader.ts';

const AFTERNOON = 12 * 60;
const NIGHT = 22 * 60;
/** The end of a night. */
const MORNING = 7 * 60;

interface Dated {
  readonly day: CalendarDay;
  readonly date?: 'year' | 'month';
}

interface Day extends Dated {
  readonly whole: NonNullable<TimeSpan['whole']>;
  readonly minute?: number;
  readonly end?: true;
}

/** Reads moments: "tomorrow noon", "friday 17:00", "the end of the week". @param units milliseconds by their words */
export const createMomentReader = (language: PhraseWords, units: ReadonlyMap<string, number>) => {
  const is = (list: readonly string[]) => (word: string | undefined) => word !== undefined && list.includes(word);
  const [isFrom, isAt, isSmall, isWeekend] = [
    is(language.from),
    is(language.at),
    is(language.small),
    is(language.weekend),
  ];
  const [isNext, isLast, isThis, isEnd] = [is(language.next), is(language.last), is(language.this), is(language.endOf)];

  const { weekAt, endAt } = createWeekReader(language, units);

  /** "The day after tomorrow" before "tomorrow". */
  const namedDays = Object.entries(language.days)
    .map(([said, days]) => ({ parts: said.split(' '), days }))
    .toSorted((a, b) => b.parts.length - a.parts.length);

  /** "Half past two", "quarter to nine". */
  const clockWords = Object.entries(language.clock).map(([said, minutes]) => ({ parts: said.split(' '), minutes }));
  const hourOf = (word: string): number | undefined => {
    const hour = /^\d{1,2}$/.test(word) ? Number(word) : language.numbers[word];
    return hour !== undefined && hour >= 1 && hour <= 24 ? hour : undefined;
  };

  /** "8 in the morning", "10 at night". */
  const inPartOfDay = (words: readonly string[], at: number) => {
    if (!language.within.includes(words[at] ?? '') && !language.at.includes(words[at] ?? '')) return undefined;
    const next = language.small.includes(words[at + 1] ?? '') ? at + 2 : at + 1;
    const part = partOfDay(words[next] ?? '');
    return part === undefined ? undefined : { isLater: part > AFTERNOON, next: next + 1 };
  };

  /** @param bare a number alone is an hour, as behind "at" */
  const clockAt = (words: readonly string[], at: number, bare: boolean): Part<number> | undefined => {
    const word = words[at] ?? '';
    const [, hour, minute, half] = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word) ?? [];
    if (hour !== undefined) {
      const apart = half === undefined && /^(am|pm)$/.test(words[at + 1] ?? '');
      const meridiem = apart ? words[at + 1] : half;
      const inDay = inPartOfDay(words, at + 1);
      if (meridiem === undefined && inDay) {
        const later = inDay.isLater && Number(hour) < 12 ? 12 : 0;
        return { value: (Number(hour) + later) * 60 + Number(minute ?? 0), next: inDay.next };
      }
      if (meridiem === undefined && minute === undefined && !bare) return undefined;
      const hours = (Number(hour) % (meridiem === 'am' || meridiem === 'pm' ? 12 : 25)) + (meridiem === 'pm' ? 12 : 0);
      if (Number(hour) > 24 || Number(minute ?? 0) > 59) return undefined;
      return { value: hours * 60 + Number(minute ?? 0), next: at + (apart ? 2 : 1) };
    }
    const said = clockWords.find(({ parts }) => parts.every((one, next) => words[at + next] === one));
    const full = said && hourOf(words[at + said.parts.length] ?? '');
    if (said && full !== undefined) return { value: full * 60 + said.minutes, next: at + said.parts.length + 1 };
    const part = Object.hasOwn(language.clockNames, word) ? language.clockNames[word] : undefined;
    return part === undefined ? undefined : { value: part * 60, next: at + 1 };
  };

  const partOfDay = (word: string): number | undefined =>
    Object.hasOwn(language.dayParts, word) ? (language.dayParts[word] ?? 0) * 60 : undefined;

  /** When a part of a later day begins: "until tomorrow morning". */
  const beginOf = (word: string): number | undefined =>
    Object.hasOwn(language.dayBegins, word) ? (language.dayBegins[word] ?? 0) * 60 : undefined;

  const dateAt = (words: readonly string[], at: number, today: Today): Part<Dated> | undefined => {
    const found = calendarDayAt(words, at, today);
    return found && { value: { day: found.value, date: found.monthly ? 'month' : 'year' }, next: found.next };
  };

  const calendarDayAt = (
    words: readonly string[],
    at: number,
    today: Today,
  ): (Part<CalendarDay> & { readonly monthly?: true }) | undefined => {
    const word = words[at] ?? '';
    const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word) ?? [];
    if (y) return { value: { year: Number(y), month: Number(m), day: Number(d) }, next: at + 1 };
    const [, first, second, year] = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?$/.exec(word) ?? [];
    if (first && (Number(first) > 12 || first === second || words[at + 1] === '.') && Number(second) <= 12) {
      const next = words[at + 1] === '.' ? at + 2 : at + 1;
      return { value: ahead({ year: Number(year ?? 0), month: Number(second), day: Number(first) }, today), next };
    }
    const [, ordinal] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
    const month = language.months.indexOf(words[ordinal ? (isSmall(words[at + 1]) ? at + 2 : at + 1) : at] ?? '');
    if (month < 0)
      return ordinal !== undefined && /[a-z]$/.test(word)
        ? { value: nextDay(Number(ordinal), today), next: at + 1, monthly: true }
        : undefined;
    const day = ordinal ?? /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[at + 1] ?? '')?.[1];
    if (day === undefined || Number(day) > 31 || Number(day) === 0) return undefined;
    const next = ordinal && isSmall(words[at + 1]) ? at + 3 : at + 2;
    const written = /^20\d\d$/.test(words[next] ?? '') ? Number(words[next]) : 0;
    return {
      value: ahead({ year: written, month: month + 1, day: Number(day) }, today),
      next: written ? next + 1 : next,
    };
  };

  const dayAt = (words: readonly string[], start: number, today: Today): Part<Day> | undefined => {
    let at = start;
    const word = words[at] ?? '';
    const week = weekAt(words, at, today);
    if (week) return week;
    if (isEnd(word)) {
      at += 1;
      while (language.small.includes(words[at] ?? '') || isThis(words[at])) at += 1;
      const end = endAt(words, at, today);
      if (end) return end;
      const ms = units.get(words[at] ?? '');
      const month = language.months.indexOf(words[at] ?? '');
      if (month >= 0)
        return {
          value: {
            day: endOfMonth(ahead({ year: 0, month: month + 1, day: 28 }, today)),
            whole: 'day',
            minute: 1_440,
            end: true,
          },
          next: at + 1,
        };
      const day =
        language.days[words[at] ?? ''] === 0 || ms === DAY
          ? today
          : ms === 7 * DAY
            ? addDays(today, 6 - weekdayOf(today))
            : ms === 30 * DAY
              ? endOfMonth(today)
              : undefined;
      return day && { value: { day, whole: 'day', minute: 1_440, end: true }, next: at + 1 };
    }
    const named = namedDays.find(({ parts }) => parts.every((part, next) => words[at + next] === part));
    const ends = partOfDay(word);
    if (named)
      return {
        value: { day: addDays(today, named.days), whole: 'day', ...(ends === undefined ? {} : { minute: ends }) },
        next: at + named.parts.length,
      };
    if (isNext(word) || isThis(word) || isLast(word)) {
      const inner = words[at + 1] ?? '';
      const weekday = language.weekdays.indexOf(inner);
      if (weekday >= 0) return { value: { day: dayOfWeek(weekday, today, isLast(word)), whole: 'day' }, next: at + 2 };
      const part = partOfDay(inner);
      if (part !== undefined)
        return {
          value: { day: isLast(word) ? addDays(today, -1) : today, whole: 'day', minute: part, end: true },
          next: at + 2,
        };
      if (units.get(inner) === 30 * DAY && isThis(word))
        return { value: { day: endOfMonth(today), whole: 'month', minute: 1_440, end: true }, next: at + 2 };
      if (isWeekend(inner) && !isNext(word))
        return { value: { day: addDays(today, 7 - weekdayOf(today)), whole: 'weekend', end: true }, next: at + 2 };
      return undefined;
    }
    if (isWeekend(word))
      return { value: { day: addDays(today, 7 - weekdayOf(today)), whole: 'weekend', end: true }, next: at + 1 };
    if (language.overnight.includes(word))
      return { value: { day: addDays(today, 1), whole: 'day', minute: MORNING, end: true }, next: at + 1 };
    const weekday = language.weekdays.indexOf(word);
    if (weekday >= 0) return { value: { day: dayOfWeek(weekday, today, false), whole: 'day' }, next: at + 1 };
    const date = dateAt(words, at, today);
    return date && { value: { ...date.value, whole: 'day' }, next: date.next };
  };

  /** An hour that may be in the morning or in the evening: a number alone, "half past two". */
  const isBare = (words: readonly string[], at: number, next: number): boolean =>
    (/^\d{1,2}$/.test(words[at] ?? '') && next === at + 1) ||
    clockWords.some(({ parts }) => parts.every((one, place) => words[at + place] === one));

  /** @param bare a number alone may be an hour */
  const momentAt = (
    words: readonly string[],
    start: number,
    today: Today,
    bare: boolean,
  ): Part<Omit<TimeSpan, 'part' | 'from' | 'to'>> | undefined => {
    const day = dayAt(words, start, today);
    if (day) {
      let { next } = day;
      const isLater = day.value.day.day !== today.day || day.value.day.month !== today.month;
      const part = (isLater ? beginOf(words[next] ?? '') : undefined) ?? partOfDay(words[next] ?? '');
      if (part !== undefined) next += 1;
      const behind = isAt(words[next]) || isFrom(words[next]) ? next + 1 : next;
      const isRange = language.rangeTo.includes(words[behind + 1] ?? '') && /^\d/.test(words[behind + 2] ?? '');
      const clock = clockAt(words, behind, behind > next || bare || isRange);
      if (clock)
        return {
          value: {
            moment: { ...day.value.day, minute: inPart(clock.value, part ?? day.value.minute, words[clock.next - 1]) },
            whole: 'day',
          },
          next: clock.next,
        };
      const minute = part ?? day.value.minute;
      return {
        value: {
          moment: { ...day.value.day, ...(minute === undefined ? {} : { minute }) },
          whole: day.value.whole,
          ...(day.value.date ? { date: day.value.date } : {}),
          ...(day.value.end || part !== undefined ? { end: true } : {}),
        },
        next,
      };
    }
    const clock = clockAt(words, start, bare);
    if (!clock) return undefined;
    // "at 6 this morning", "9 tomorrow"
    const named =
      isThis(words[clock.next]) || Object.hasOwn(language.days, words[clock.next] ?? '')
        ? dayAt(words, clock.next, today)
        : undefined;
    if (named)
      return { value: { moment: { ...named.value.day, minute: clock.value }, whole: 'day' }, next: named.next };
    return {
      value: {
        moment: { ...today, minute: clock.value },
        ...(isBare(words, start, clock.next) ? { bare: true as const } : {}),
      },
      next: clock.next,
    };
  };

  /** "For the afternoon": of today. */
  const partAt = (words: readonly string[], at: number, today: Today) => {
    const minute = partOfDay(words[at] ?? '');
    if (minute === undefined) return undefined;
    const moment = minute >= NIGHT ? { ...addDays(today, 1), minute: MORNING } : { ...today, minute };
    return { value: { moment, whole: 'day' as const, end: true as const }, next: at + 1 };
  };

  return { clockAt, dayAt, momentAt, partAt };
};

/** "Tonight at 10" is in the evening. */
const inPart = (clock: number, part: number | undefined, written: string | undefined): number =>
  part !== undefined && part > AFTERNOON && clock < AFTERNOON && !/[:m]/.test(written ?? '')
    ? clock + AFTERNOON
    : clock;
