import { MINUTE } from '#platform/lib/clock.ts';
import { formatDuration, parseDuration } from '#platform/lib/duration.ts';
import { parseMoment } from '#platform/lib/parse-moment.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Limits } from './limits.ts';
import type { Length } from './terms.ts';

/** A date without a time means the end of the working day. */
const END_OF_DAY = 18;
const START_OF_DAY = 9;
/** The vendor needs some minutes for any request. */
const SHORTEST_MS = 5 * MINUTE;

/** A number with a unit that is no duration, as 0 days or 3 bananas: never parsed as a time. */
const AMOUNT = /^(?:for\s+)?-?\d+(?:[.,]\d+)?\s*(?!am\b|pm\b)[a-z]+$/i;

export interface ParseContext {
  readonly now: number;
  readonly zone: string;
  /** Nobody said it. */
  readonly zoneIs?: 'guessed' | 'unknown';
  readonly words: Words;
}

export type Parsed<T> = { readonly value: T } | { readonly problem: string };

/** "5 days", "8 hours", "until Friday 17:00", "no end": parsed in the requester's time zone and checked against the limits. */
export const parseLength = (
  text: string,
  start: number | null,
  limits: Limits | undefined,
  context: ParseContext,
): Parsed<Length> => {
  const { words, now, zone } = context;
  const problem = (name: TextName<'access.problem'>, values = {}) => ({
    problem: words.plain(`access.problem.${name}`, values),
  });
  if (/^(no end|(for ?)?ever|always|unlimited)$/i.test(text.trim())) {
    return limits?.endRequired ? problem('endRequired', maxText(limits, words)) : { value: { kind: 'always' } };
  }
  const ms = parseDuration(text.replace(/^for\s+/i, ''));
  if (ms !== undefined) return tooLong(ms, limits, words) ?? tooShort(ms, words) ?? { value: { kind: 'for', ms } };
  const unreadable = () => problem('length', { endless: limits?.endRequired === false });
  if (AMOUNT.test(text.trim())) return unreadable();
  const at = parseMoment(text.replace(UNTIL, ''), now, zone, END_OF_DAY);
  if (at === undefined) return unreadable();
  if (needsZone(text.replace(UNTIL, ''), END_OF_DAY, context)) return problem('zone');
  const lasting = at - Math.max(start ?? now, now);
  return tooLong(lasting, limits, words) ?? tooShort(lasting, words) ?? { value: { kind: 'until', at } };
};

const UNTIL = /^(until|till)\s+/i;

/** Whether a time means another moment elsewhere, and nobody knows where its writer is: it may be hours wrong. */
const needsZone = (text: string, hour: number, { now, zoneIs }: ParseContext): boolean =>
  zoneIs === 'unknown' && parseMoment(text, now, 'UTC', hour) !== parseMoment(text, now, 'Asia/Tokyo', hour);

const tooShort = (ms: number, words: Words): { problem: string } | undefined =>
  ms < SHORTEST_MS ? { problem: words.plain('access.problem.tooShort') } : undefined;

const tooLong = (ms: number, limits: Limits | undefined, words: Words): { problem: string } | undefined => {
  const max = limits?.max;
  if (max === undefined || ms <= max) return undefined;
  const asked = formatDuration(ms, words.formatLocale);
  return { problem: words.plain('access.problem.tooLong', { asked, ...maxText(limits, words) }) };
};

const maxText = (limits: Limits | undefined, words: Words): { max: string } => ({
  max: limits?.max === undefined ? '' : formatDuration(limits.max, words.formatLocale),
});

/** "now", or a time ahead within the limits. @returns null for now */
export const parseStart = (
  text: string,
  { startWithin }: Pick<Limits, 'startWithin'>,
  context: ParseContext,
): Parsed<number | null> => {
  const { now, zone, words } = context;
  const at = parseMoment(text, now, zone, START_OF_DAY);
  if (at === undefined) return { problem: words.plain('access.problem.start') };
  if (needsZone(text, START_OF_DAY, context)) return { problem: words.plain('access.problem.zone') };
  if (at <= now) return at < now - MINUTE ? { problem: words.plain('access.problem.startPast') } : { value: null };
  if (at - now <= startWithin) return { value: at };
  return {
    problem: words.plain('access.problem.startLate', { within: formatDuration(startWithin, words.formatLocale) }),
  };
};
