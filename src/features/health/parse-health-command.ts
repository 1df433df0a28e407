import { z } from 'zod';
import { resourcePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { type FilterWord, filterWords } from '#engine/alerts/feed/source.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError, type TextName } from '#platform/lib/errors.ts';
import { parseSince } from '#platform/lib/parse-moment.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { Policy } from '#policy/policy.ts';
import { type FilterWords, type HealthFilter, parseFilter } from './filter.ts';
import { findTarget, subscriptionsOf, type Target } from './target.ts';

/** Arguments of `health`; buttons carry them as text. */
export interface HealthQuery {
  /** As typed; undefined for every subscription of the policy. */
  readonly place: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  readonly written: FilterWords;
  /** From 0. */
  readonly page: number;
}

/** What to read for a query. */
export interface HealthPlan {
  readonly targets: readonly Target[];
  readonly filter: HealthFilter;
  /** Only events updated since then; undefined: all listed ones. */
  readonly since: number | undefined;
}

/** The period where the command names none; the vendor's own default (docs/sources.md, Health events). */
const DEFAULT_PERIOD = 3 * DAY;

/** A query must fit on a card several times. */
const LONGEST = 280;
const WORD = /(?:^|\s)(on|of|for|since|level|type|service|region|tag)(?=\s|$)/gi;
const PLACE: ReadonlySet<string> = new Set(['on', 'of', 'for']);

/**
 * Parses the text after `health`. A word begins a clause once: the second “service” in “service App Service” is part of
 * the name.
 * @throws AppError for text that cannot be parsed
 */
export const parseHealthCommand = (typed: string, now: number, zone: string): HealthQuery => {
  if (typed.length > LONGEST) throw refused('tooLong', { most: LONGEST });
  const parts = clausesOf(oneLine(typed, LONGEST));
  const since = parts.get('since');
  const start = since === undefined ? undefined : parseSince(since, now, zone);
  if (since !== undefined && start === undefined) throw refused('since', { since });
  const written = filterWords.flatMap((word) => {
    const value = parts.get(word);
    return value === undefined ? [] : [[word, value] as const];
  });
  return { place: parts.get('place'), since: start, written: Object.fromEntries(written), page: 0 };
};

const clausesOf = (typed: string): ReadonlyMap<string, string> => {
  const marks: { part: string; from: number; to: number }[] = [];
  for (const { 1: word = '', index, 0: whole } of typed.matchAll(WORD)) {
    const part = PLACE.has(word.toLowerCase()) ? 'place' : word.toLowerCase();
    const begun = part === 'place' ? typed.slice(0, index).trim() !== '' : marks.some((mark) => mark.part === part);
    if (!begun) marks.push({ part, from: index, to: index + whole.length });
  }
  const lead = typed.slice(0, marks[0]?.from ?? typed.length).trim();
  const found = new Map<string, string>(lead === '' ? [] : [['place', lead]]);
  for (const [number, { part, to }] of marks.entries()) {
    const value = typed.slice(to, marks[number + 1]?.from ?? typed.length).trim();
    if (value === '') throw refused('empty', { word: typed.slice(marks[number]?.from, to).trim() });
    found.set(part, value);
  }
  return found;
};

/** @throws AppError for an unknown place or an unsupported filter, with the next step */
export const planQuery = (query: HealthQuery, policy: Policy, now: number): HealthPlan => {
  const { place, since, written } = query;
  const targets = place === undefined ? subscriptionsOf(policy) : [findTarget(policy, place)];
  const [first] = targets;
  if (!first) throw refused('noSubscription');
  const filter = parseFilter(written, first.kind);
  return { targets, filter, since: since ?? (first.kind === 'subscription' ? now - DEFAULT_PERIOD : undefined) };
};

const refused = (what: TextName<'health.refused'>, values: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError({ code: 'Health.Question', text: `health.refused.${what}`, values });

const encodedQuery = z.object({
  on: z.string().max(LONGEST).optional(),
  id: z.string().max(LONGEST).optional(),
  since: z.coerce.number().int().optional(),
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  ...(Object.fromEntries(filterWords.map((word) => [word, z.string().max(LONGEST).optional()])) as Record<
    FilterWord,
    z.ZodOptional<z.ZodString>
  >),
});

/** A query as one short text, for a button's data. */
export const encodeQuery = ({ place, since, written, page }: HealthQuery): string => {
  const parts = new URLSearchParams();
  const resource = place === undefined ? undefined : shortenId(place);
  if (resource !== undefined) parts.set('id', resource);
  else if (place !== undefined) parts.set('on', place);
  if (since !== undefined) parts.set('since', String(since));
  for (const [word, value] of Object.entries(written)) parts.set(word, value);
  if (page > 0) parts.set('page', String(page));
  return parts.toString().replaceAll('%2F', '/');
};

/** @returns undefined for a text that `encodeQuery` did not write */
export const decodeQuery = (text: string): HealthQuery | undefined => {
  const read = encodedQuery.safeParse(Object.fromEntries(new URLSearchParams(text)));
  if (!read.success) return undefined;
  const { id, on, since, page, ...written } = read.data;
  const filters = Object.entries(written).flatMap(([word, value]) => (value === undefined ? [] : [[word, value]]));
  return { place: id === undefined ? on : lengthenId(id), since, written: Object.fromEntries(filters), page };
};

/** A resource id without the segments that all have in common; undefined for other texts. */
const shortenId = (place: string): string | undefined => {
  const [, , subscription, , group, , ...rest] = resourcePath(place.trim(), profileOf('Vendor'))?.split('/') ?? [];
  return rest.length === 0 ? undefined : [subscription, group, ...rest].join('/');
};

const lengthenId = (short: string): string => {
  const [subscription, group, ...rest] = short.split('/');
  return `/subscriptions/${subscription}/resourceGroups/${group}/providers/${rest.join('/')}`;
};
