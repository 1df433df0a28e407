import { z } from 'zod';
import { DAY } from '../../lib/clock.ts';
import { parseSince } from '../../lib/parse-since.ts';
import { oneLine } from '../../lib/text.ts';
import { fold } from '../../policy/problems/wording.ts';
import { refused } from './refused.ts';
import type { Run } from './run.ts';

/** How far back is looked where nobody says. */
export const LOOK_BACK = 30 * DAY;

const LONGEST = 200;

/** What somebody wants to see; the buttons of its card carry it. */
export const question = z.object({
  /** As it was typed; the policy's key on a button. */
  share: z.string().max(LONGEST),
  failed: z.literal('yes').optional(),
  /** Milliseconds since 1970. */
  since: z.coerce.number().int().optional(),
  /** Part of a name, an address or a tenant. */
  by: z.string().max(LONGEST).optional(),
  /** The channel's card that it was asked from. */
  card: z.string().max(LONGEST).optional(),
  /** From 0. */
  page: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type Question = z.infer<typeof question>;

/** For the data of a button. */
export const writeQuestion = (asked: Question): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

const WORD = /(?:^|\s)(failed|failures?|failing|since|by)(?=\s|$)/gi;
const LEAD = /^(?:on|of|for)\s+/i;

/**
 * Reads what was typed behind `syncs`, as “settlements failed since Monday by Ursa Bank”: the parts in any order, each once.
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @throws AppError for what it cannot read
 */
export const readQuestion = (typed: string, now: number, zone: string): Question => {
  if (typed.length > LONGEST) throw refused('tooLong', { most: LONGEST });
  const { share, failed, since, by } = partsOf(oneLine(typed, LONGEST));
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

const partsOf = (typed: string) => {
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

export const isNarrowed = ({ failed, by }: Question): boolean => failed !== undefined || by !== undefined;

export const fits = ({ failed, by }: Pick<Question, 'failed' | 'by'>, { outcome, consumer }: Run): boolean =>
  (failed === undefined || outcome === 'failed') && (by === undefined || isBy(by, consumer));

/** Whether somebody is meant by part of their name, address or tenant, in any case. */
export const isBy = (words: string, { name, email, tenant }: Run['consumer']): boolean =>
  [name, email, tenant].some((one) => fold(one).includes(fold(words)));
