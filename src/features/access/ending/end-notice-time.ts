import type { NoticeSettings } from '#engine/changes/notices/settings.ts';
import { beforeWeekend } from '#platform/lib/local-time.ts';
import { freeBefore, freeFrom } from '#platform/lib/quiet-hours.ts';

/** The end of a grant and what its notice goes by; times in milliseconds since 1970, lengths in milliseconds. */
export interface Ending {
  readonly start: number;
  readonly end: number;
  /** IANA time zone of the person. */
  readonly zone: string;
  /** How long before an end the policy wants a notice. */
  readonly leads: readonly number[];
}

/**
 * When the person is told that a grant ends: the longest of the policy's leads that is less than half of the grant's length. A
 * moment on a weekend becomes the same time on the Friday before, unless the grant had not begun by then.
 * @returns undefined for a grant that is too short for any notice
 */
export const endNoticeTime = ({ start, end, zone, leads }: Ending): number | undefined => {
  const fitting = leads.filter((lead) => lead * 2 < end - start);
  if (fitting.length === 0) return undefined;
  const at = end - Math.max(...fitting);
  const earlier = beforeWeekend(at, zone);
  return earlier > start ? earlier : at;
};

/**
 * The same within what the person chose with `my notices`: not before they are back; where it would be quiet, just before, or
 * else as soon as it no longer is. Where nothing is free before the end it comes at its time, for later it would be of no use.
 * @param wanted as `endNoticeTime` says
 * @param now what is past is not chosen any more
 */
export const inFreeTime = (
  wanted: number,
  { start, end }: Pick<Ending, 'start' | 'end'>,
  settings: NoticeSettings,
  now: number,
): number => {
  const { awayUntil = 0 } = settings;
  const earliest = Math.max(start, now, awayUntil < end ? awayUntil : 0);
  const at = Math.max(wanted, earliest);
  const free = freeFrom(settings, at);
  if (free === at) return at;
  return freeBefore(settings, at, earliest) ?? (free < end ? free : at);
};
