import type { Quiet } from '../../alerts/watch/watch.ts';
import { HOUR, MINUTE } from '../../lib/clock.ts';
import type { Words } from '../../texts/texts.ts';

const TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]m)?$/i;
const BARE = /^\d{1,2}$/;
const DAY_MINUTES = 1_440;

/**
 * Hours as people write them: "22:00-07:00", "10pm to 7am", "22–7".
 * @returns undefined where it is not two times of a day, or may mean several, as "9-5"
 */
export const parseQuiet = (text: string): Quiet | undefined => {
  const times = text
    .trim()
    .replace(/^(from|between)\s+/i, '')
    .replace(/\s+/g, ' ')
    .split(/ ?[-–—] ?| (?:to|until|till|and) /i);
  if (times.every((time) => BARE.test(time) && Number(time) <= 12)) return undefined;
  const [from, to, ...more] = times.map(minuteOf);
  return from === undefined || to === undefined || from === to || more.length > 0 ? undefined : { from, to };
};

/** Minutes after midnight; 24:00 is midnight. */
const minuteOf = (text: string): number | undefined => {
  const [, hour, minute = '0', half] = TIME.exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const hours = half === undefined ? Number(hour) : twelve(Number(hour), half.toLowerCase());
  const minutes = hours * 60 + Number(minute);
  return minutes <= DAY_MINUTES ? minutes % DAY_MINUTES : undefined;
};

const twelve = (hour: number, half: string): number =>
  hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (half === 'pm' ? 12 : 0);

/** A time of the day as it is written in a command. @param minutes after midnight */
export const timeOfDay = (minutes: number, words: Words): string =>
  new Intl.DateTimeFormat(words.spoken, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(Math.floor(minutes / 60) * HOUR + (minutes % 60) * MINUTE);
