import { z } from 'zod';
import { DAY } from '../../lib/clock.ts';
import { parseSince } from '../../lib/parse-since.ts';
import { oneLine } from '../../lib/text.ts';
import { fold } from '../../policy/problems/wording.ts';
import { refused } from './find-share.ts';
import type { Synchronization } from './synchronization.ts';

export const dataShareVerbs = { names: 'shares.names', syncs: 'shares.syncs', settings: 'shares.settings' } as const;

/** The period where the command names none. */
export const DEFAULT_PERIOD = 30 * DAY;

const LONGEST = 200;

/** Arguments of `syncs`; the card's buttons carry them as their data. */
export const syncsQuery = z.object({
  /** As typed, or the policy's key in a button's data. */
  share: z.string().max(LONGEST),
  failed: z.literal('yes').optional(),
  /** Milliseconds since 1970. */
  since: z.coerce.number().int().optional(),
  /** Part of a name, an address or a tenant. */
  by: z.string().max(LONGEST).optional(),
  /** Id of the alert card whose button was pressed. */
  card: z.string().max(LONGEST).optional(),
  /** From 0. */
  page: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type SyncsQuery = z.infer<typeof syncsQuery>;

/** The data of a button. */
export const toActionData = (asked: SyncsQuery): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

const WORD = /(?:^|\s)(failed|failures?|failing|since|by)(?=\s|$)/gi;
const LEAD = /^(?:on|of|for)\s+/i;

/**
 * Parses the text after `syncs`, such as “settlements failed since Monday by Ursa Bank”: clauses in any order, each once.
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @throws AppError for text that cannot be parsed
 */
export const parseSyncsCommand = (typed: string, now: number, zone: string): SyncsQuery => {
  if (typed.length > LONGEST) throw refused('tooLong', { most: LONGEST });
  const { share, failed, since, by } = clausesOf(oneLine(typed, LONGEST));
  const from = since === undefined ? undefined : parseSince(since, now, zone);
  if (since !== undefined && from === undefined) throw refused('since', { since });
  return {
    share: share.replace(LEAD, ''),
    ...(failed ? { failed: 'yes' } : {}),
    ...(from === undefined ? {} : { since: from }),
    ...(by === undefined ? {} : { by }),
    page: 0,
  };
};

const clausesOf = (typed: string) => {
  const marks = [...typed.matchAll(WORD)].map(({ 1: word = '', index, 0: whole }) => ({
    part: /^fail/i.test(word) ? 'failed' : word.toLowerCase(),
    from: index,
    to: index + whole.length,
  }));
  const said = { share: [typed.slice(0, marks[0]?.from).trim()], since: [] as string[], by: [] as string[] };
  for (const [place, { part, to }] of marks.entries()) {
    const text = typed.slice(to, marks[place + 1]?.from).trim();
    if (part === 'failed') said.share.push(text);
    else if (fold(text) === '') throw refused('empty', { word: part });
    else said[part as 'since' | 'by'].push(text);
  }
  return {
    share: said.share.filter((text) => text !== '').join(' '),
    failed: marks.some(({ part }) => part === 'failed'),
    since: said.since[0],
    by: said.by[0],
  };
};

export const isNarrowed = ({ failed, by }: SyncsQuery): boolean => failed !== undefined || by !== undefined;

export const matchesQuery = (
  { failed, by }: Pick<SyncsQuery, 'failed' | 'by'>,
  { state, consumer }: Synchronization,
): boolean => (failed === undefined || state === 'failed') && (by === undefined || matchesConsumer(by, consumer));

/** Whether the text is part of the consumer's name, address or tenant; case does not matter. */
export const matchesConsumer = (words: string, { name, email, tenant }: Synchronization['consumer']): boolean =>
  [name, email, tenant].some((one) => fold(one).includes(fold(words)));
