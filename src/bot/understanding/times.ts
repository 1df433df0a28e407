import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { DAY } from '#platform/lib/clock.ts';
import { createDayRangeReader } from './day-range.ts';
import { createLengthReader } from './length-reader.ts';
import { createMomentReader } from './moment-reader.ts';
import type { TimeSpan, Today } from './time-span.ts';
import type { Token } from './tokens.ts';

const AFTERNOON = 12 * 60;

export interface TimeReader {
  /** @param words of the tokens, spelled right */
  read(tokens: readonly Token[], words: readonly string[], today: Today): readonly TimeSpan[];
  /** Words of times. */
  readonly words: ReadonlySet<string>;
  /** Words that a time can hold and few other texts: where there is none and no figure, there is no time. */
  readonly begins: ReadonlySet<string>;
}

/** Finds lengths of time and moments in a text, wherever they stand, by the words of one language. */
export const createTimeReader = (language: PhraseWords): TimeReader => {
  const { units, lengthAt } = createLengthReader(language);
  const { clockAt, dayAt, momentAt, partAt } = createMomentReader(language, units);
  const dayRangeAt = createDayRangeReader(language);
  const is = (list: readonly string[]) => (word: string | undefined) => word !== undefined && list.includes(word);
  const [isUntil, isFrom, isSince, isAt] = [is(language.until), is(language.from), is(language.since), is(language.at)];
  const [isNext, isLast, isPast] = [is(language.next), is(language.last), is(language.past)];
  const [isFor, isWithin, isAgo] = [is(language.lasting), is(language.within), is(language.ago)];
  const small = is([...language.small, ',']);

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
      isFor(word) ||
      isWithin(word)
    ) {
      const isBack = isLast(words[inside]) || isLast(word);
      const counted = isLast(words[inside]) || isNext(words[inside]) ? inside + 1 : inside;
      const behind = language.spans.includes(words[counted] ?? '') ? skipSmall(words, counted + 1) : counted;
      const length = lengthAt(tokens, words, behind) ?? lengthAt(tokens, words, at + 1);
      if (length) {
        const ago = isAgo(words[length.next]);
        const begins = isWithin(word) || (isFrom(word) && isWithin(words[at + 1]));
        const part = begins && !isBack ? 'from' : ago || isBack || isPast(word) ? 'since' : 'length';
        if (part) return { part, ms: length.value, from: at, to: ago ? length.next + 1 : length.next };
      }
    }
    if (isUntil(word) || isFrom(word) || isSince(word) || isAt(word)) {
      const moment = momentAt(words, inside, today, true) ?? (isUntil(word) ? partAt(words, inside, today) : undefined);
      if (
        moment &&
        !(isAt(word) && word !== language.at[0] && moment.value.moment?.minute !== undefined && !moment.value.whole)
      ) {
        const part = isUntil(word)
          ? 'until'
          : isPast(word)
            ? 'since'
            : isFrom(word)
              ? 'from'
              : language.between.includes(word ?? '')
                ? 'from'
                : 'at';
        return { part, ...moment.value, from: at, to: moment.next };
      }
    }
    if (isFor(word)) {
      const day = momentAt(words, inside, today, false) ?? partAt(words, inside, today);
      if (day) return { part: 'at', ...day.value, from: at, to: day.next };
    }
    const length = lengthAt(tokens, words, at);
    if (length) {
      const ago = isAgo(words[length.next]);
      const longer = language.longer.includes(words[length.next] ?? '');
      return { part: ago ? 'since' : 'length', ms: length.value, from: at, to: length.next + (ago || longer ? 1 : 0) };
    }
    // "The past month"
    const ms = isLast(word) ? units.get(words[at + 1] ?? '') : undefined;
    if (ms !== undefined && ms !== 7 * DAY && ms !== DAY) return { part: 'since', ms, from: at, to: at + 2 };
    const moment = momentAt(words, at, today, false);
    return moment && { part: 'at', ...moment.value, from: at, to: moment.next };
  };

  /** The end of a range that begins with this span: "monday 9 to 5". */
  const rangeEnd = (words: readonly string[], begin: TimeSpan, today: Today): TimeSpan | undefined => {
    if (begin.moment === undefined || begin.part === 'until' || !language.rangeTo.includes(words[begin.to] ?? ''))
      return undefined;
    const at = begin.to + 1;
    const day = dayAt(words, at, today);
    if (day) {
      const end = momentAt(words, at, today, true);
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
        language.weekend,
        language.ago,
      ].flat(),
      ...Object.keys(language.clockNames),
    ]),
    begins: new Set([
      ...units.keys(),
      ...Object.keys(language.dayParts),
      ...Object.keys(language.days),
      ...Object.keys(language.lengths),
      ...language.weekdays,
      ...language.weekend,
    ]),
    read(tokens, words, today) {
      const found: TimeSpan[] = [];
      for (let at = 0; at < tokens.length; at += 1) {
        const both = dayRangeAt(words, at, today) ?? hoursAt(words[at] ?? '', at, today);
        if (both) {
          found.push(...both);
          at = (both[1]?.to ?? at + 1) - 1;
          continue;
        }
        const span = spanAt(tokens, words, at, today);
        if (!span) continue;
        const end = rangeEnd(words, span, today);
        found.push(end && span.part === 'at' ? { ...span, part: 'from' } : span);
        if (end) found.push(end);
        at = (end ?? span).to - 1;
      }
      return found;
    },
  };
};

const HOURS = /^(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?$/;

/** Two hours in one word, "14:00-16:00". */
const hoursAt = (word: string, at: number, { year, month, day }: Today): readonly TimeSpan[] | undefined => {
  const [, from, fromMinute = '0', to, toMinute = '0'] = HOURS.exec(word) ?? [];
  if (from === undefined || Number(from) > 24 || Number(to) > 24) return undefined;
  const span = { from: at, to: at + 1 };
  const begin = Number(from) * 60 + Number(fromMinute);
  const end = Number(to) * 60 + Number(toMinute);
  // "12-1" ends in the afternoon.
  const later = end <= begin && end < AFTERNOON && end + AFTERNOON > begin ? AFTERNOON : 0;
  return [
    { ...span, part: 'from', moment: { year, month, day, minute: begin } },
    { ...span, part: 'until', moment: { year, month, day, minute: end + later } },
  ];
};
