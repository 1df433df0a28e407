import { beforeWeekend } from '../../../lib/local-time.ts';

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
export const noticeTime = ({ start, end, zone, leads }: Ending): number | undefined => {
  const fitting = leads.filter((lead) => lead * 2 < end - start);
  if (fitting.length === 0) return undefined;
  const at = end - Math.max(...fitting);
  const earlier = beforeWeekend(at, zone);
  return earlier > start ? earlier : at;
};
