import { z } from 'zod';
import type { Argument, Values } from '#bot/arguments/argument.ts';
import { DAY } from '#platform/lib/clock.ts';
import { parseSince } from '#platform/lib/parse-moment.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
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
export const toActionData = (query: SyncsQuery): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

/** Arguments as typed. */
export type TypedSyncs = Values<Record<'share' | 'failed' | 'since' | 'by', Argument>>;

const LEAD = /^(?:on|of|for)\s+/i;

/**
 * Parses the arguments of `syncs`, such as “settlements failed since Monday by Ursa Bank”.
 * @param now milliseconds since 1970
 * @param zone the writer's IANA time zone
 * @throws AppError for a text that cannot be parsed
 */
export const parseSyncsCommand = (typed: TypedSyncs, now: number, zone: string): SyncsQuery => {
  const { share = '', failed, since, by } = typed;
  if (share.length + (since?.length ?? 0) + (by?.length ?? 0) > LONGEST) throw refused('tooLong', { most: LONGEST });
  for (const [word, text] of Object.entries({ since, by })) {
    if (text !== undefined && normalise(text) === '') throw refused('empty', { word });
  }
  const from = since === undefined ? undefined : parseSince(since, now, zone);
  if (since !== undefined && from === undefined) throw refused('since', { since });
  return {
    share: oneLine(share, LONGEST).replace(LEAD, ''),
    ...(failed === undefined ? {} : { failed: 'yes' }),
    ...(from === undefined ? {} : { since: from }),
    ...(by === undefined ? {} : { by: oneLine(by, LONGEST) }),
    page: 0,
  };
};

export const isNarrowed = ({ failed, by }: SyncsQuery): boolean => failed !== undefined || by !== undefined;

export const matchesQuery = (
  { failed, by }: Pick<SyncsQuery, 'failed' | 'by'>,
  { state, consumer }: Synchronization,
): boolean => (failed === undefined || state === 'failed') && (by === undefined || matchesConsumer(by, consumer));

/** Whether the text is part of the consumer's name, address or tenant; case does not matter. */
export const matchesConsumer = (words: string, { name, email, tenant }: Synchronization['consumer']): boolean =>
  [name, email, tenant].some((one) => normalise(one).includes(normalise(words)));
