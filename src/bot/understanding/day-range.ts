import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { ahead } from './calendar.ts';
import type { TimeSpan, Today, Words } from './time-span.ts';

const DAY_NUMBER = /^(\d{1,2})(?:st|nd|rd|th)?$/;
const BOTH = /^(\d{1,2})[-–](\d{1,2})$/;

/** Reads two days of one month: "between 5 and 12 november", "from the 1st to the 15th of october", "1-15 october". */
export const createDayRangeReader = ({ months, from, since, small, rangeTo }: PhraseWords) => {
  const skip = (words: Words, at: number): number => {
    let next = at;
    while (small.includes(words[next] ?? '')) next += 1;
    return next;
  };

  const daysAt = (words: Words, at: number) => {
    const [, one, other] = BOTH.exec(words[at] ?? '') ?? [];
    if (one !== undefined && other !== undefined) return { first: Number(one), last: Number(other), next: at + 1 };
    const [, first] = DAY_NUMBER.exec(words[at] ?? '') ?? [];
    if (first === undefined || !rangeTo.includes(words[at + 1] ?? '')) return undefined;
    const end = skip(words, at + 2);
    const [, last] = DAY_NUMBER.exec(words[end] ?? '') ?? [];
    return last === undefined ? undefined : { first: Number(first), last: Number(last), next: end + 1 };
  };

  return (words: Words, at: number, today: Today): readonly [TimeSpan, TimeSpan] | undefined => {
    const isBehind = from.includes(words[at] ?? '') || since.includes(words[at] ?? '');
    const days = daysAt(words, isBehind ? skip(words, at + 1) : at);
    if (!days || days.first > 31 || days.last > 31 || days.first === 0) return undefined;
    const of = skip(words, days.next);
    const month = months.indexOf(words[of] ?? '') + 1;
    if (month === 0) return undefined;
    const moment = (day: number) => ahead({ year: 0, month, day }, today);
    const span = { whole: 'day', date: 'year' } as const;
    return [
      { ...span, part: 'from', moment: moment(days.first), from: at, to: days.next - 1 },
      { ...span, part: 'until', moment: moment(days.last), from: days.next - 1, to: of + 1 },
    ];
  };
};
