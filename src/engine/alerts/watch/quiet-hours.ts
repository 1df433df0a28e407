import { minuteOfDay, nextMinute } from '#platform/lib/local-time.ts';
import { quietUntil } from '#platform/lib/quiet-hours.ts';
import type { Rhythm, Watch } from './watch.ts';

/** Time of the daily digest in the watch's time zone: minutes after midnight. */
const DAILY_DIGEST_AT = 8 * 60;

/** The next digest; undefined for a watch without digests. */
export const nextDigest = (rhythm: Rhythm, zone: string, now: number): number | undefined => {
  if (rhythm === 'prompt') return undefined;
  if (rhythm === 'day') return nextMinute(zone, now, DAILY_DIGEST_AT, (minute) => minute === DAILY_DIGEST_AT);
  const hour = (Math.floor(minuteOfDay(zone, now) / 60) + 1) % 24;
  return nextMinute(zone, now, hour * 60, (minute) => minute % 60 === 0);
};

/** When a notification queued until `from` goes out: with the next digest, and never in quiet hours. */
export const releaseOf = ({ rhythm, quiet, zone }: Pick<Watch, 'rhythm' | 'quiet' | 'zone'>, from: number): number => {
  const turn = nextDigest(rhythm, zone, from) ?? from;
  return (quiet && quietUntil(quiet, zone, turn)) ?? turn;
};
