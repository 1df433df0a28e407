import { MINUTE } from '../../src/platform/lib/clock.ts';

interface LocalTime {
  /** After midnight. */
  readonly minute: number;
  readonly weekend: boolean;
}

const QUARTER = 15 * MINUTE;
const formats = new Map<string, Intl.DateTimeFormat>();
const quarters = new Map<string, LocalTime>();

const read = (zone: string, at: number): LocalTime => {
  const style = { hour: '2-digit', minute: '2-digit', weekday: 'short', hourCycle: 'h23' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...style });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
  return { minute, weekend: parts['weekday'] === 'Sat' || parts['weekday'] === 'Sun' };
};

/** The time in a zone, by Intl alone: a model does not ask the product's calendar. Clocks change at full quarters of an hour only. */
export const localTime = (zone: string, at: number): LocalTime => {
  const quarter = Math.floor(at / QUARTER);
  const key = `${zone} ${quarter}`;
  const known = quarters.get(key) ?? read(zone, quarter * QUARTER);
  quarters.set(key, known);
  return { ...known, minute: known.minute + Math.floor((at - quarter * QUARTER) / MINUTE) };
};
