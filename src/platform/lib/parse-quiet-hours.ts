import type { Quiet } from './quiet-hours.ts';

const TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/i;
const BARE = /^\d{1,2}$/;
const DAY_MINUTES = 1_440;

/**
 * Parses quiet hours: "22:00-07:00", "10pm to 7am", "22–7".
 * @returns undefined unless it is two times of day; also for an ambiguous one such as "9-5"
 */
export const parseQuietHours = (text: string): Quiet | undefined => {
  const times = text
    .trim()
    .replace(/^(from|between)\s+/i, '')
    .replace(/\s+/g, ' ')
    .split(/ ?[-–—] ?| (?:to|until|till|and) /i);
  if (times.every((time) => BARE.test(time) && Number(time) <= 12)) return undefined;
  const [from, to, ...more] = times.map(parseTimeOfDay);
  return from === undefined || to === undefined || from === to || more.length > 0 ? undefined : { from, to };
};

/** Minutes after midnight; 24:00 is midnight. */
const parseTimeOfDay = (text: string): number | undefined => {
  const [, hour, minute = '0', half] = TIME.exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const hours = half === undefined ? Number(hour) : to24Hours(Number(hour), half.toLowerCase());
  const minutes = hours * 60 + Number(minute);
  return minutes <= DAY_MINUTES ? minutes % DAY_MINUTES : undefined;
};

const to24Hours = (hour: number, half: string): number =>
  hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === 'pm' ? 12 : 0);
