import { DAY, HOUR, MINUTE } from '../../lib/clock.ts';
import type { CalendarDay } from '../../lib/local-time.ts';
import type { PhraseWords } from '../../phrases/phrases.ts';
import type { Token } from './tokens.ts';

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
  /** It names a whole day, or a whole week that begins with the moment. */
  readonly whole?: 'day' | 'week';
  /** What was named is the end of the time, as in "for the rest of the day". */
  readonly end?: true;
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

export interface TimeReader {
  /** @param words of the tokens, spelled right */
  read(tokens: readonly Token[], words: readonly string[], today: Today): readonly TimeSpan[];
  /** Words of times. */
  readonly words: ReadonlySet<string>;
  /** Words that a time can hold and few other texts: where there is none and no figure, there is no time. */
  readonly begins: ReadonlySet<string>;
}

interface Part<T> {
  readonly value: T;
  readonly next: number;
}

const OF_UNIT = { minutes: MINUTE, hours: HOUR, days: DAY, weeks: 7 * DAY };
const AFTERNOON = 12 * 60;

/** A day as a number, and back, so that days can be counted on. */
const toNumber = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day) / DAY;
export const addDays = (day: CalendarDay, days: number): CalendarDay => {
  const at = new Date((toNumber(day) + days) * DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
};
/** From Monday, 0. */
const weekdayOf = (day: CalendarDay): number => (new Date(toNumber(day) * DAY).getUTCDay() + 6) % 7;

/** Finds lengths of time and moments in a text, wherever they stand, by the words of one language. */
export const createTimeReader = (language: PhraseWords): TimeReader => {
  const units = new Map(
    Object.entries(OF_UNIT).flatMap(([unit, ms]) =>
      language.units[unit as keyof typeof OF_UNIT].map((word) => [word, ms] as const),
    ),
  );
  const is = (list: readonly string[]) => (word: string | undefined) => word !== undefined && list.includes(word);
  const [isUntil, isFrom, isSince, isAt] = [is(language.until), is(language.from), is(language.since), is(language.at)];
  const [isNext, isLast, isThis, isEnd] = [is(language.next), is(language.last), is(language.this), is(language.endOf)];
  const small = is(['the', 'of', 'a', 'an', 'on', 'in', ',']);

  const amountAt = (words: readonly string[], at: number): Part<number> | undefined => {
    const word = words[at] ?? '';
    if (/^\d{1,4}(?:[.,]\d)?$/.test(word)) return { value: Number(word.replace(',', '.')), next: at + 1 };
    const value = Object.hasOwn(language.numbers, word) ? language.numbers[word] : undefined;
    if (value === undefined) return undefined;
    // Half an hour, a couple of hours, another two hours.
    let next = at + 1;
    while (['a', 'an', 'of'].includes(words[next] ?? '')) next += 1;
    const more = next === at + 1 && value === 1 ? amountAt(words, next) : undefined;
    if (more) return more;
    return words[at + 1] === 'and' && words[at + 3] === 'half' ? { value: value + 0.5, next: at + 4 } : { value, next };
  };

  const plainLength = (tokens: readonly Token[], words: readonly string[], at: number): Part<number> | undefined => {
    const word = words[at] ?? '';
    const [, amount, unit = ''] = /^(\d{1,4}(?:[.,]\d)?)([a-z]{1,8})(?:\d{1,2})?$/.exec(word) ?? [];
    const glued = units.get(unit);
    if (amount !== undefined && glued) return { value: Number(amount.replace(',', '.')) * glued, next: at + 1 };
    const hours = Object.hasOwn(language.lengths, word) ? language.lengths[word] : undefined;
    if (hours !== undefined) return { value: hours * HOUR, next: at + 1 };
    if (tokens[at]?.kind === 'quoted') return undefined;
    const found =
      amountAt(words, at) ?? (['whole', 'entire', 'full'].includes(word) ? { value: 1, next: at + 1 } : undefined);
    if (!found) return undefined;
    let { next } = found;
    if (['full', 'whole', 'more', 'entire', 'further', 'straight', 'working'].includes(words[next] ?? '')) next += 1;
    if (tokens[next]?.kind === 'mark' && words[next] === '-') next += 1;
    const ms = units.get(words[next] ?? '');
    return ms === undefined ? undefined : { value: found.value * ms, next: next + 1 };
  };

  const lengthAt = (tokens: readonly Token[], words: readonly string[], at: number): Part<number> | undefined => {
    const first = plainLength(tokens, words, at);
    if (!first) return undefined;
    const and = words[first.next] === 'and' ? first.next + 1 : first.next;
    const second = plainLength(tokens, words, and);
    return second && second.value < first.value ? { value: first.value + second.value, next: second.next } : first;
  };

  /** @param bare a number alone is an hour, as behind "at" */
  const clockAt = (words: readonly string[], at: number, bare: boolean): Part<number> | undefined => {
    const word = words[at] ?? '';
    const [, hour, minute, half] = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word) ?? [];
    if (hour !== undefined) {
      const apart = half === undefined && /^(am|pm)$/.test(words[at + 1] ?? '');
      const meridiem = apart ? words[at + 1] : half;
      if (meridiem === undefined && minute === undefined && !bare) return undefined;
      const hours = (Number(hour) % (meridiem === 'am' || meridiem === 'pm' ? 12 : 25)) + (meridiem === 'pm' ? 12 : 0);
      if (Number(hour) > 24 || Number(minute ?? 0) > 59) return undefined;
      return { value: hours * 60 + Number(minute ?? 0), next: at + (apart ? 2 : 1) };
    }
    const part =
      word !== 'morning' && Object.hasOwn(language.dayParts, word) && /^(noon|midday|midnight)$/.test(word)
        ? language.dayParts[word]
        : undefined;
    return part === undefined ? undefined : { value: part * 60, next: at + 1 };
  };

  const partOfDay = (word: string): number | undefined =>
    Object.hasOwn(language.dayParts, word) ? (language.dayParts[word] ?? 0) * 60 : undefined;

  const dateAt = (
    tokens: readonly Token[],
    words: readonly string[],
    at: number,
    today: Today,
  ): Part<CalendarDay> | undefined => {
    const word = words[at] ?? '';
    const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word) ?? [];
    if (y) return { value: { year: Number(y), month: Number(m), day: Number(d) }, next: at + 1 };
    const [, first, second, year] = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?$/.exec(word) ?? [];
    if (first && (Number(first) > 12 || first === second || words[at + 1] === '.') && Number(second) <= 12) {
      const next = words[at + 1] === '.' ? at + 2 : at + 1;
      return { value: ahead({ year: Number(year ?? 0), month: Number(second), day: Number(first) }, today), next };
    }
    const [, ordinal] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
    const month = language.months.indexOf(words[ordinal ? (words[at + 1] === 'of' ? at + 2 : at + 1) : at] ?? '');
    if (month < 0)
      return ordinal !== undefined && /[a-z]$/.test(word)
        ? { value: nextDay(Number(ordinal), today), next: at + 1 }
        : undefined;
    const day = ordinal ?? /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[at + 1] ?? '')?.[1];
    if (day === undefined || Number(day) > 31 || Number(day) === 0) return undefined;
    const next = ordinal ? (words[at + 1] === 'of' ? at + 3 : at + 2) : at + 2;
    const written = /^20\d\d$/.test(words[next] ?? '') ? Number(words[next]) : 0;
    return {
      value: ahead({ year: written, month: month + 1, day: Number(day) }, today),
      next: written ? next + 1 : next,
    };
  };

  interface Day {
    readonly day: CalendarDay;
    readonly whole: 'day' | 'week';
    readonly minute?: number;
    readonly end?: true;
  }

  const dayAt = (
    tokens: readonly Token[],
    words: readonly string[],
    start: number,
    today: Today,
  ): Part<Day> | undefined => {
    let at = start;
    const word = words[at] ?? '';
    if (isEnd(word)) {
      at += 1;
      while (['of', 'the', 'this'].includes(words[at] ?? '')) at += 1;
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
        words[at] === 'today' || ms === DAY
          ? today
          : ms === 7 * DAY
            ? addDays(today, 6 - weekdayOf(today))
            : words[at] === 'month'
              ? endOfMonth(today)
              : undefined;
      return day && { value: { day, whole: 'day', minute: 1_440, end: true }, next: at + 1 };
    }
    const days = Object.hasOwn(language.days, word) ? language.days[word] : undefined;
    if (days !== undefined)
      return {
        value: { day: addDays(today, days), whole: 'day', ...(word === 'tonight' ? { minute: 1_440 } : {}) },
        next: at + 1,
      };
    if (isNext(word) || isThis(word) || isLast(word)) {
      const inner = words[at + 1] ?? '';
      const weekday = language.weekdays.indexOf(inner);
      if (weekday >= 0) return { value: { day: dayOfWeek(weekday, today, isLast(word)), whole: 'day' }, next: at + 2 };
      if (units.get(inner) === 7 * DAY) {
        const ofMonth =
          words[at + 2] === 'of' && isLast(word) ? (words[at + 3] === 'the' ? at + 4 : at + 3) : undefined;
        const named = ofMonth === undefined ? -1 : language.months.indexOf(words[ofMonth] ?? '');
        if (ofMonth !== undefined && (named >= 0 || words[ofMonth] === 'month'))
          return {
            value: {
              day: addDays(endOfMonth({ ...today, ...(named >= 0 ? { month: named + 1 } : {}) }), -6),
              whole: 'day',
            },
            next: ofMonth + 1,
          };
        const monday = addDays(today, -weekdayOf(today) + (isNext(word) ? 7 : isLast(word) ? -7 : 0));
        return {
          value: isThis(word)
            ? { day: addDays(monday, 6), whole: 'week', minute: 1_440, end: true }
            : { day: monday, whole: 'week' },
          next: at + 2,
        };
      }
      const part = partOfDay(inner);
      if (part !== undefined)
        return {
          value: { day: isLast(word) ? addDays(today, -1) : today, whole: 'day', minute: part, end: true },
          next: at + 2,
        };
      if (isThis(word) && inner === 'weekend')
        return { value: { day: addDays(today, 7 - weekdayOf(today)), whole: 'day', end: true }, next: at + 2 };
      return undefined;
    }
    if (word === 'weekend')
      return { value: { day: addDays(today, 7 - weekdayOf(today)), whole: 'day', end: true }, next: at + 1 };
    if (word === 'overnight')
      return { value: { day: addDays(today, 1), whole: 'day', minute: 7 * 60, end: true }, next: at + 1 };
    const weekday = language.weekdays.indexOf(word);
    if (weekday >= 0) return { value: { day: dayOfWeek(weekday, today, false), whole: 'day' }, next: at + 1 };
    const date = dateAt(tokens, words, at, today);
    return date && { value: { day: date.value, whole: 'day' }, next: date.next };
  };

  /** @param bare a number alone may be an hour */
  const momentAt = (
    tokens: readonly Token[],
    words: readonly string[],
    start: number,
    today: Today,
    bare: boolean,
  ): Part<Omit<TimeSpan, 'part' | 'from' | 'to'>> | undefined => {
    const day = dayAt(tokens, words, start, today);
    if (day) {
      let { next } = day;
      const part = partOfDay(words[next] ?? '');
      if (part !== undefined) next += 1;
      const behind = isAt(words[next]) || isFrom(words[next]) ? next + 1 : next;
      const clock = clockAt(words, behind, behind > next || bare);
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
          ...(day.value.end || part !== undefined ? { end: true } : {}),
        },
        next,
      };
    }
    const clock = clockAt(words, start, bare);
    if (!clock) return undefined;
    // "at 6 this morning", "9 tomorrow"
    const named =
      words[clock.next] === 'this' || Object.hasOwn(language.days, words[clock.next] ?? '')
        ? dayAt(tokens, words, clock.next, today)
        : undefined;
    if (named)
      return { value: { moment: { ...named.value.day, minute: clock.value }, whole: 'day' }, next: named.next };
    return {
      value: {
        moment: { ...today, minute: clock.value },
        ...(/^\d{1,2}$/.test(words[start] ?? '') ? { bare: true as const } : {}),
      },
      next: clock.next,
    };
  };

  const skipSmall = (words: readonly string[], at: number): number => {
    let next = at;
    while (small(words[next]) || isAt(words[next])) next += 1;
    return next;
  };

  const spanAt = (
    tokens: readonly Token[],
    words: readonly string[],
    at: number,
    today: Today,
  ): TimeSpan | undefined => {
    const word = words[at];
    const inside = skipSmall(words, at + 1);
    if (
      isSince(word) ||
      isFrom(word) ||
      isUntil(word) ||
      isAt(word) ||
      isLast(word) ||
      isNext(word) ||
      word === 'for' ||
      word === 'in' ||
      word === 'over'
    ) {
      const isBack = isLast(words[inside]) || isLast(word);
      const length = lengthAt(tokens, words, isLast(words[inside]) || isNext(words[inside]) ? inside + 1 : inside);
      if (length) {
        const ago = words[length.next] === 'ago';
        const part =
          word === 'in'
            ? 'from'
            : ago || isBack || word === 'since'
              ? 'since'
              : isUntil(word) && word !== 'by'
                ? undefined
                : 'length';
        if (part) return { part, ms: length.value, from: at, to: ago ? length.next + 1 : length.next };
      }
    }
    if (isUntil(word) || isFrom(word) || isSince(word) || isAt(word)) {
      const moment = momentAt(tokens, words, inside, today, true);
      if (
        moment &&
        !(isAt(word) && word !== 'at' && moment.value.moment?.minute !== undefined && !moment.value.whole)
      ) {
        const part = isUntil(word)
          ? 'until'
          : word === 'since'
            ? 'since'
            : isFrom(word)
              ? 'from'
              : language.between.includes(word ?? '')
                ? 'from'
                : 'at';
        return { part, ...moment.value, from: at, to: moment.next };
      }
    }
    if (word === 'for' || word === 'over' || word === 'during') {
      const day = momentAt(tokens, words, inside, today, false);
      if (day) return { part: 'at', ...day.value, from: at, to: day.next };
    }
    const length = lengthAt(tokens, words, at);
    if (length) {
      const ago = words[length.next] === 'ago';
      const longer = language.longer.includes(words[length.next] ?? '');
      return { part: ago ? 'since' : 'length', ms: length.value, from: at, to: length.next + (ago || longer ? 1 : 0) };
    }
    const moment = momentAt(tokens, words, at, today, false);
    return moment && { part: 'at', ...moment.value, from: at, to: moment.next };
  };

  /** The end of a range that begins with this span: "monday 9 to 5". */
  const rangeEnd = (
    tokens: readonly Token[],
    words: readonly string[],
    begin: TimeSpan,
    today: Today,
  ): TimeSpan | undefined => {
    if (
      begin.moment === undefined ||
      begin.part === 'until' ||
      !['to', 'until', 'till', 'til', '-', '–', 'and'].includes(words[begin.to] ?? '')
    )
      return undefined;
    const at = begin.to + 1;
    const day = dayAt(tokens, words, at, today);
    if (day) {
      const end = momentAt(tokens, words, at, today, true);
      return end && { part: 'until', ...end.value, from: begin.to, to: end.next };
    }
    const clock = clockAt(words, at, true);
    if (!clock) return undefined;
    const begun = begin.moment.minute ?? 0;
    const minute =
      clock.value <= begun && clock.value < AFTERNOON && clock.value + AFTERNOON > begun
        ? clock.value + AFTERNOON
        : clock.value;
    const { whole } = begin;
    return {
      part: 'until',
      moment: { ...begin.moment, minute },
      ...(whole ? { whole } : {}),
      from: begin.to,
      to: clock.next,
    };
  };

  return {
    words: new Set([
      ...units.keys(),
      ...Object.keys(language.numbers),
      ...Object.keys(language.dayParts),
      ...Object.keys(language.days),
      ...Object.keys(language.lengths),
      ...[
        language.weekdays,
        language.months,
        language.until,
        language.from,
        language.since,
        language.next,
        language.last,
        language.this,
        language.endOf,
        language.between,
        language.longer,
      ].flat(),
      ...['weekend', 'ago', 'noon', 'midnight', 'month'],
    ]),
    begins: new Set([
      ...units.keys(),
      ...Object.keys(language.dayParts),
      ...Object.keys(language.days),
      ...Object.keys(language.lengths),
      ...language.weekdays,
      'weekend',
    ]),
    read(tokens, words, today) {
      const found: TimeSpan[] = [];
      for (let at = 0; at < tokens.length; at += 1) {
        const both = hoursAt(words[at] ?? '', at, today);
        if (both) {
          found.push(...both);
          continue;
        }
        const span = spanAt(tokens, words, at, today);
        if (!span) continue;
        const end = rangeEnd(tokens, words, span, today);
        found.push(end && span.part === 'at' ? { ...span, part: 'from' } : span);
        if (end) found.push(end);
        at = (end ?? span).to - 1;
      }
      return found;
    },
  };
};

/** "Tonight at 10" is in the evening. */
const inPart = (clock: number, part: number | undefined, written: string | undefined): number =>
  part !== undefined && part > AFTERNOON && clock < AFTERNOON && !/[:m]/.test(written ?? '')
    ? clock + AFTERNOON
    : clock;

/** The next such day of the week, today left out; or the last one. */
const dayOfWeek = (weekday: number, today: CalendarDay, isLast: boolean): CalendarDay => {
  const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
  return addDays(today, isLast ? ahead - 7 || -7 : ahead);
};

/** The next such day of a month. */
const nextDay = (day: number, today: CalendarDay): CalendarDay =>
  day >= today.day
    ? { ...today, day }
    : { year: today.month === 12 ? today.year + 1 : today.year, month: (today.month % 12) + 1, day };

const HOURS = /^(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?$/;

/** Two hours in one word, "14:00-16:00". */
const hoursAt = (word: string, at: number, { year, month, day }: Today): readonly TimeSpan[] | undefined => {
  const [, from, fromMinute = '0', to, toMinute = '0'] = HOURS.exec(word) ?? [];
  if (from === undefined || Number(from) > 24 || Number(to) > 24) return undefined;
  const span = { from: at, to: at + 1 };
  return [
    { ...span, part: 'from', moment: { year, month, day, minute: Number(from) * 60 + Number(fromMinute) } },
    { ...span, part: 'until', moment: { year, month, day, minute: Number(to) * 60 + Number(toMinute) } },
  ];
};

const endOfMonth = ({ year, month }: CalendarDay): CalendarDay => addDays({ year, month: month + 1, day: 1 }, -1);

/** A day without a year is the next one. */
const ahead = (day: CalendarDay, today: CalendarDay): CalendarDay => {
  if (day.year !== 0) return day;
  const thisYear = { ...day, year: today.year };
  return toNumber(thisYear) < toNumber(today) ? { ...day, year: today.year + 1 } : thisYear;
};
