import { DateTime } from 'luxon';
import type { Quiet, Rhythm } from './watch.ts';

/** When the daily digest comes, in the watch's zone. */
const MORNING = 8;

/** When the quiet hours end that a moment lies in; undefined where it lies in none. Milliseconds since 1970. */
export const quietUntil = ({ from, to }: Quiet, zone: string, now: number): number | undefined => {
  const here = DateTime.fromMillis(now, { zone });
  const minute = here.hour * 60 + here.minute;
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!inside) return undefined;
  const end = here.set({ hour: Math.floor(to / 60), minute: to % 60, second: 0, millisecond: 0 });
  return (end.toMillis() > now ? end : end.plus({ days: 1 })).toMillis();
};

/** When what is held for this rhythm is told; undefined where nothing is held. */
export const nextDigest = (rhythm: Rhythm, zone: string, now: number): number | undefined => {
  if (rhythm === 'at once') return undefined;
  const here = DateTime.fromMillis(now, { zone });
  if (rhythm === 'hour') return here.startOf('hour').plus({ hours: 1 }).toMillis();
  const morning = here.startOf('day').set({ hour: MORNING });
  return (morning.toMillis() > now ? morning : morning.plus({ days: 1 })).toMillis();
};
