import { DAY, HOUR, MINUTE } from '../../src/platform/lib/clock.ts';

/** When the phrases are read: a Monday, 10:00 where the person is. */
export const NOW = { year: 2026, month: 11, day: 23, minute: 600 } as const;
const TODAY = Date.UTC(2026, 10, 23);
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** ISO 8601, as far as the corpus has it. */
export const lengthOf = (text: string): number | undefined => {
  const [whole, weeks, days, hours, minutes] = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return (
    Number(weeks ?? 0) * 7 * DAY + Number(days ?? 0) * DAY + Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE
  );
};

/** A moment of the corpus or of a reading, as if the person were in UTC; `day` where no hour was named. */
export const momentOf = (text: string, past: boolean): { readonly at: number; readonly day: boolean } | undefined => {
  const iso = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  if (iso)
    return {
      at: Date.parse(iso[1] ?? '') + Number(iso[2] ?? 0) * HOUR + Number(iso[3] ?? 0) * MINUTE,
      day: iso[2] === undefined,
    };
  const [, named = '', hour, minute] = /^(.*?)(?: (\d\d):(\d\d))?$/.exec(text.toLowerCase()) ?? [];
  const day = dayOf(named, past);
  if (day === undefined) return undefined;
  return { at: day + Number(hour ?? 0) * HOUR + Number(minute ?? 0) * MINUTE, day: hour === undefined };
};

const dayOf = (named: string, past: boolean): number | undefined => {
  if (named === 'today' || named === 'end of today') return TODAY;
  if (named === 'tomorrow') return TODAY + DAY;
  if (named === 'yesterday') return TODAY - DAY;
  if (named === 'end of week') return TODAY + 6 * DAY;
  if (named === 'end of month') return Date.UTC(2026, 10, 30);
  const weekday = WEEKDAYS.indexOf(named);
  if (weekday >= 0) return past ? TODAY + (weekday - 7 * (weekday > 0 ? 1 : 0)) * DAY : TODAY + (weekday || 7) * DAY;
  const [, number, month = ''] = /^(\d{1,2}) (\w+)$/.exec(named) ?? [];
  if (number === undefined || !MONTHS.includes(month)) return undefined;
  const thisYear = Date.UTC(2026, MONTHS.indexOf(month), Number(number));
  return thisYear < TODAY && !past ? Date.UTC(2027, MONTHS.indexOf(month), Number(number)) : thisYear;
};
