import type { RecognitionKind } from '#bot/arguments/recognition.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { CalendarDay } from '#platform/lib/local-time.ts';
import { addDays, endOfMonth, weekdayOf } from './calendar.ts';
import { type Extraction, findChoices, range, setValue } from './extraction.ts';
import type { ArgumentRecognition } from './intent.ts';
import type { Moment, TimeSpan, Today } from './time-span.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** 2026-11-24T12:00; without a time where only a day was named. */
const isoMoment = ({ year, month, day, minute }: Moment): string => {
  const date = `${year}-${two(month)}-${two(day)}`;
  return minute === undefined ? date : `${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
};

const isoLength = (ms: number): string =>
  ms % DAY === 0 ? `P${ms / DAY}D` : ms % HOUR === 0 ? `PT${ms / HOUR}H` : `PT${Math.round(ms / MINUTE)}M`;

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
const typedLength = (ms: number): string => {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY),
    Math.floor((ms % DAY) / HOUR),
    Math.round((ms % HOUR) / MINUTE),
  ];
  const parts = [days && plural(days, 'day'), hours && plural(hours, 'hour'), minutes && plural(minutes, 'minute')];
  return parts.filter(Boolean).join(' ');
};

/** Midnight at the end of a day is written as its last minute. */
const settled = (moment: Moment): Moment => (moment.minute === 1_440 ? { ...moment, minute: 1_439 } : moment);

const typedMoment = (given: Moment, months: readonly string[], today: Today): string => {
  const { year, month, day, minute } = settled(given);
  const name = months[month - 1] ?? '';
  const date = `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)}${year === today.year ? '' : ` ${year}`}`;
  return minute === undefined ? date : `${date} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
};

/** Fills the arguments that are times. */
export const fillTimes = (extraction: Extraction): undefined => {
  const { today } = extraction;
  const free = ofWish(
    extraction,
    extraction.times.filter(({ from, to }) => !range(from, to).some((at) => extraction.used.has(at))),
  );
  const recognition = (by: RecognitionKind): ArgumentRecognition | undefined =>
    extraction.intent.takes.find((one) => one.by === by && !extraction.values.has(one));
  const length = (span: TimeSpan, by: RecognitionKind = 'length'): undefined => {
    const into = recognition(by);
    if (into && span.ms !== undefined)
      setValue(extraction, into, range(span.from, span.to), { means: isoLength(span.ms), typed: typedLength(span.ms) });
  };
  const moment = (span: TimeSpan, by: RecognitionKind, at: Moment | undefined = span.moment): undefined => {
    const into = recognition(by);
    const { months } = extraction.phraseWords;
    if (into && at)
      setValue(extraction, into, range(span.from, span.to), {
        means: isoMoment(settled(at)),
        typed: typedMoment(at, months, today),
      });
  };
  if (recognition('since')) fillSince(free, today, moment, recognition('until') !== undefined);
  else
    fillPeriod(inOrder(withDays(free), today), { length, moment, hasFrom: recognition('from') !== undefined, today });
  takeEndless(extraction);
  for (const { from, to } of free)
    if (extraction.intent.takes.some(({ by }) => by === 'until'))
      for (const at of range(from, to)) extraction.used.add(at);
};

/** The times of the sentence that asks, where it has any, or only shows something: others tell of something else. */
const ofWish = ({ wish, segments, intent }: Extraction, spans: readonly TimeSpan[]): readonly TimeSpan[] => {
  const own = spans.filter((span) =>
    segments.some(({ sentence, from, to }) => sentence === wish && from <= span.from && span.from < to),
  );
  return own.length > 0 || (wish !== undefined && intent.effect === 'shows') ? own : spans;
};

/** "Permanent", where nothing else tells how long. */
const takeEndless = (extraction: Extraction): undefined => {
  const { intent, values, phraseWords } = extraction;
  const into = intent.takes.find(
    ({ endless, argument }) => endless && ![...values.keys()].some((one) => one.argument === argument),
  );
  const [found] = findChoices(extraction, { endless: phraseWords.endless });
  const isEnded = [...values.keys()].some(({ by }) => by === 'until');
  if (into?.endless && found && !isEnded)
    setValue(extraction, into, range(found.from, found.to), { means: into.endless, typed: into.endless });
};

/** A time of the past: since then, or on that day. */
const fillSince = (
  spans: readonly TimeSpan[],
  today: Today,
  moment: (span: TimeSpan, by: RecognitionKind, at?: Moment) => void,
  hasUntil: boolean,
): undefined => {
  for (const span of spans) {
    const { moment: at, part, ms, date } = span;
    if (ms !== undefined && (part === 'since' || part === 'length')) moment(span, 'since', before(today, ms));
    if (!at) continue;
    if (span.whole === 'weekend') {
      moment(span, 'since', lastSaturday(today));
      continue;
    }
    if (span.whole === 'quarter') {
      moment(span, 'since', at);
      if (hasUntil && daysAhead(endOfQuarter(at), today) < 0) moment(span, 'until', endOfQuarter(at));
      continue;
    }
    if (part === 'until' && hasUntil) moment(span, 'until', past(at, today, date));
    if (isFuture(span, today) || part === 'until') continue;
    const isBegun = span.whole === 'week' || span.whole === 'month' || (span.end && at.minute !== NOON);
    moment(span, 'since', isBegun ? beginOf(span, today) : past(at, today, date));
    // What happened on a date, or in a week, did not go on after it.
    if (part === 'at' && date && hasUntil)
      moment(span, 'until', addDays(past(at, today, date), span.whole === 'week' ? 6 : 0));
  }
};

const NOON = 12 * 60;

const lastSaturday = (today: Today): CalendarDay =>
  addDays(today, SATURDAY - weekdayOf(today) - (weekdayOf(today) < SATURDAY ? 7 : 0));
const SATURDAY = 5;

const endOfQuarter = ({ year, month }: CalendarDay): CalendarDay => endOfMonth({ year, month: month + 2, day: 1 });

/** "Next week" and "the rest of the week" are no beginning of what has happened. */
const isFuture = ({ whole, moment, end, date }: TimeSpan, today: Today): boolean =>
  moment !== undefined &&
  date === undefined &&
  daysAhead(moment, today) > 0 &&
  (end ? whole === 'day' && moment.minute === END_OF_DAY : whole === 'week');
const END_OF_DAY = 1_440;

const before = (today: Today, ms: number): Moment => {
  const minutes = today.minute - Math.round(ms / MINUTE);
  const days = Math.floor(minutes / 1_440);
  const day = addDays(today, days);
  return ms % DAY === 0 ? day : { ...day, minute: minutes - days * 1_440 };
};

/** The day that came last, of those that were read as the next ones. */
const past = (moment: Moment, today: Today, date?: TimeSpan['date']): Moment => {
  const ahead = daysAhead(moment, today);
  if (ahead <= 0) return moment;
  // "Since the 10th" is of this month, or of the one before.
  if (date === 'month') return monthBefore(moment);
  return ahead <= 7 ? { ...moment, ...addDays(moment, -7) } : { ...moment, year: moment.year - 1 };
};

const daysAhead = ({ year, month, day }: Moment, today: Today): number =>
  (Date.UTC(year, month - 1, day) - Date.UTC(today.year, today.month - 1, today.day)) / DAY;

const monthBefore = (moment: Moment): Moment =>
  moment.month === 1 ? { ...moment, year: moment.year - 1, month: 12 } : { ...moment, month: moment.month - 1 };

/** "This week" and "last night" begin somewhere. */
const beginOf = ({ whole, moment }: TimeSpan, today: Today): Moment | undefined => {
  if (!moment) return undefined;
  const { year, month, day } = moment;
  if (whole === 'month') return { year, month, day: 1 };
  return whole === 'week' && moment.minute !== undefined ? addDays(moment, -6) : past({ year, month, day }, today);
};

interface Period {
  length(span: TimeSpan, by?: RecognitionKind): undefined;
  moment(span: TimeSpan, by: RecognitionKind, at?: Moment): undefined;
  readonly hasFrom: boolean;
  readonly today: Today;
}

/** "Tomorrow between 14:00 and 15:30": the hours are of the day that stands beside them. */
const withDays = (spans: readonly TimeSpan[]): readonly TimeSpan[] => {
  const days = spans.filter(({ part, whole, moment }) => part === 'at' && whole === 'day' && moment);
  const bare =
    days.find(({ moment, end }) => !end && moment?.minute === undefined) ??
    days.find(({ moment, end }) => end && moment?.minute !== undefined);
  const hours = spans.filter(({ moment, whole }) => moment?.minute !== undefined && whole === undefined);
  if (!bare?.moment || hours.length === 0) return spans;
  const { year, month, day } = bare.moment;
  return spans
    .filter((span) => span !== bare)
    .map((span) =>
      hours.includes(span) && span.moment
        ? {
            ...span,
            whole: 'day' as const,
            moment: { year, month, day, minute: span.moment.minute ?? 0 },
            part: span.part === 'at' ? 'from' : span.part,
          }
        : span,
    );
};

/** An hour that has passed is in the evening, an end before its beginning on the next day. */
const inOrder = (spans: readonly TimeSpan[], today: Today): readonly TimeSpan[] => {
  const later = spans.map((span) => {
    const minute = span.moment?.minute;
    const isPassed =
      span.bare &&
      span.moment &&
      minute !== undefined &&
      minute <= today.minute &&
      minute + 720 > today.minute &&
      span.moment.day === today.day &&
      minute < 720;
    if (isPassed && span.moment) return { ...span, moment: { ...span.moment, minute: minute + 720 } };
    // "Until 8 in the morning" is of tomorrow where it is later today.
    const isOver = span.part === 'until' && !span.whole && minute !== undefined && minute <= today.minute;
    return isOver && span.moment && daysAhead(span.moment, today) === 0
      ? { ...span, moment: { ...span.moment, ...addDays(span.moment, 1) } }
      : span;
  });
  const end = later.find(({ part }) => part === 'until')?.moment;
  for (const [at, span] of later.entries())
    if (span.part === 'from' && span.moment && end && daysAhead(span.moment, today) === 7 && daysAhead(end, today) < 7)
      later[at] = { ...span, moment: { ...span.moment, ...addDays(span.moment, -7) } };
  const from = later.find(({ part, moment }) => part === 'from' && moment?.minute !== undefined)?.moment;
  return later.map((span) => {
    const { moment, part } = span;
    const isBefore =
      part === 'until' &&
      from &&
      moment?.minute !== undefined &&
      moment.minute <= (from.minute ?? 0) &&
      moment.day === from.day &&
      moment.month === from.month;
    return isBefore && moment ? { ...span, moment: { ...moment, ...addDays(moment, 1) } } : span;
  });
};

const fillPeriod = (spans: readonly TimeSpan[], { length, moment, hasFrom, today }: Period): undefined => {
  for (const span of spans) {
    if (span.part === 'until') moment(span, 'until');
    if (span.part === 'from' && span.moment) moment(span, 'from');
    if (span.part === 'from' && span.ms !== undefined) length(span, 'from');
    if (span.part === 'since' && span.moment && hasFrom) moment(span, 'from');
    if (span.part === 'length') length(span);
  }
  const isEnded = spans.some(({ part }) => part === 'length' || part === 'until');
  for (const span of spans) {
    if (span.part !== 'at' || !span.moment) continue;
    const { year, month, day, minute } = span.moment;
    const isToday = minute === undefined && day === today.day && month === today.month && year === today.year;
    const isPast = Date.UTC(year, month - 1, day) < Date.UTC(today.year, today.month - 1, today.day);
    if (isPast || (isEnded && (minute === 1_440 || isToday))) continue;
    const hasLength = spans.some(({ part }) => part === 'length');
    if (span.end && hasLength && minute !== undefined) moment(span, minute === 1_080 ? 'from' : 'since');
    else if (span.end) moment(span, 'until');
    else if (isToday) moment(span, 'until', { ...span.moment, minute: 1_440 });
    else if (isEnded) moment(span, hasFrom && span.moment.minute !== 1_440 ? 'from' : 'until');
    else if (!hasFrom || span.moment.minute === 1_440) moment(span, 'until');
    else if (span.whole === 'week') {
      moment(span, 'from');
      length({ ...span, ms: 7 * DAY });
    } else if (span.whole === 'day' && span.moment.minute === undefined) wholeDay(span, moment, length);
    else moment(span, 'from');
  }
};

const wholeDay = (span: TimeSpan, moment: Period['moment'], length: Period['length']): undefined => {
  moment(span, 'from');
  length({ ...span, ms: DAY });
};
