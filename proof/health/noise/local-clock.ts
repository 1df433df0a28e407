import { MINUTE } from '../../../src/platform/lib/clock.ts';

const QUARTER = 15 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
};

const quarters = new Map<string, number>();
/** Clocks change at full quarter-hours only. */
const quarterOf = (zone: string, quarter: number): number => {
  const key = `${zone} ${quarter}`;
  const known = quarters.get(key);
  if (known !== undefined) return known;
  const [hour = '0', minute = '0'] = formatOf(zone)
    .format(quarter * QUARTER)
    .split(':');
  const minutes = Number(hour) * 60 + Number(minute);
  quarters.set(key, minutes);
  return minutes;
};

/** Minutes after midnight in a zone, by the platform's calendar. */
export const minutesIn = (zone: string, at: number): number => {
  const quarter = Math.floor(at / QUARTER);
  return quarterOf(zone, quarter) + Math.floor((at - quarter * QUARTER) / MINUTE);
};

/** The first full minute after a moment with the wanted local time, found minute by minute. */
export const firstMinute = (zone: string, after: number, wanted: (minutes: number) => boolean): number => {
  let at = Math.floor(after / MINUTE) * MINUTE;
  do at += MINUTE;
  while (!wanted(minutesIn(zone, at)));
  return at;
};
