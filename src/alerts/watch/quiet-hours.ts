import { minuteOfDay, nextMinute } from '../../lib/local-time.ts';
import type { Quiet, Rhythm, Watch } from './watch.ts';

/** When the daily digest comes, in the watch's zone: minutes after midnight. */
const MORNING = 8 * 60;

const isInside = ({ from, to }: Quiet, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** When the quiet hours end that a moment lies in; undefined where it lies in none. Milliseconds since 1970. */
export const quietUntil = (quiet: Quiet, zone: string, now: number): number | undefined =>
  isInside(quiet, minuteOfDay(zone, now))
    ? nextMinute(zone, now, quiet.to, (minute) => !isInside(quiet, minute))
    : undefined;

/** When what is held for this rhythm is told; undefined where nothing is held. */
export const nextDigest = (rhythm: Rhythm, zone: string, now: number): number | undefined => {
  if (rhythm === 'prompt') return undefined;
  if (rhythm === 'day') return nextMinute(zone, now, MORNING, (minute) => minute === MORNING);
  const hour = (Math.floor(minuteOfDay(zone, now) / 60) + 1) % 24;
  return nextMinute(zone, now, hour * 60, (minute) => minute % 60 === 0);
};

/** From when on a watch may be told what was held for it until then: at its rhythm's next turn, and never in its quiet hours. */
export const releaseOf = ({ rhythm, quiet, zone }: Pick<Watch, 'rhythm' | 'quiet' | 'zone'>, from: number): number => {
  const turn = nextDigest(rhythm, zone, from) ?? from;
  return (quiet && quietUntil(quiet, zone, turn)) ?? turn;
};
