import { z } from 'zod';
import { type FilterWord, filterWords } from '../../alerts/feed/source.ts';
import { resourcePath } from '../../api/request/resource-id.ts';
import { profileOf } from '../../api/services/profile.ts';
import { DAY } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { parseSince } from '../../lib/parse-since.ts';
import { oneLine } from '../../lib/text.ts';
import type { Policy } from '../../policy/policy.ts';
import { type HealthFilter, readFilter, type Written } from './filter.ts';
import { findTarget, subscriptionsOf, type Target } from './target.ts';

/** What somebody wants to see: buttons carry it, so that it outlives whatever it was asked of. */
export interface Question {
  /** As it was typed; every subscription of the policy where nothing was. */
  readonly place: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  readonly written: Written;
  /** From 0. */
  readonly page: number;
}

/** What is to be read for it. */
export interface Plan {
  readonly targets: readonly Target[];
  readonly filter: HealthFilter;
  /** Nothing that was updated before this is shown; undefined: whatever the listing holds. */
  readonly since: number | undefined;
}

/** How far back is looked where nobody says, which is what the vendor itself does (document 2, Limits). */
const LOOK_BACK = 3 * DAY;

/** Together they must fit on a card several times. */
const LONGEST = 280;
const WORD = /(?:^|\s)(on|of|for|since|level|type|service|region|tag)(?=\s|$)/gi;
const PLACE: ReadonlySet<string> = new Set(['on', 'of', 'for']);

/**
 * Reads what was typed behind `health`. A word begins its part once: the second “service” in “service App Service” is
 * part of the name.
 * @throws AppError for what it cannot read
 */
export const readQuestion = (typed: string, now: number, zone: string): Question => {
  if (typed.length > LONGEST) throw refused('tooLong', { most: LONGEST });
  const parts = partsOf(oneLine(typed, LONGEST));
  const since = parts.get('since');
  const start = since === undefined ? undefined : parseSince(since, now, zone);
  if (since !== undefined && start === undefined) throw refused('since', { since });
  const written = filterWords.flatMap((word) => {
    const said = parts.get(word);
    return said === undefined ? [] : [[word, said] as const];
  });
  return { place: parts.get('place'), since: start, written: Object.fromEntries(written), page: 0 };
};

const partsOf = (typed: string): ReadonlyMap<string, string> => {
  const marks: { part: string; from: number; to: number }[] = [];
  for (const { 1: word = '', index, 0: whole } of typed.matchAll(WORD)) {
    const part = PLACE.has(word.toLowerCase()) ? 'place' : word.toLowerCase();
    const begun = part === 'place' ? typed.slice(0, index).trim() !== '' : marks.some((mark) => mark.part === part);
    if (!begun) marks.push({ part, from: index, to: index + whole.length });
  }
  const lead = typed.slice(0, marks[0]?.from ?? typed.length).trim();
  const found = new Map<string, string>(lead === '' ? [] : [['place', lead]]);
  for (const [number, { part, to }] of marks.entries()) {
    const said = typed.slice(to, marks[number + 1]?.from ?? typed.length).trim();
    if (said === '') throw refused('empty', { word: typed.slice(marks[number]?.from, to).trim() });
    found.set(part, said);
  }
  return found;
};

/** @throws AppError where it cannot be asked, with the reason and what can be */
export const planOf = (question: Question, policy: Policy, now: number): Plan => {
  const { place, since, written } = question;
  const targets = place === undefined ? subscriptionsOf(policy) : [findTarget(policy, place)];
  const [first] = targets;
  if (!first) throw refused('noSubscription');
  const filter = readFilter(written, first.kind);
  return { targets, filter, since: since ?? (first.kind === 'subscription' ? now - LOOK_BACK : undefined) };
};

const refused = (what: string, values: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError({ code: 'Health.Question', text: `health.refused.${what}`, values });

const coded = z.object({
  on: z.string().max(LONGEST).optional(),
  id: z.string().max(LONGEST).optional(),
  since: z.coerce.number().int().optional(),
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  ...(Object.fromEntries(filterWords.map((word) => [word, z.string().max(LONGEST).optional()])) as Record<
    FilterWord,
    z.ZodOptional<z.ZodString>
  >),
});

/** A question as one short text, for the data of a button. */
export const writeQuestion = ({ place, since, written, page }: Question): string => {
  const parts = new URLSearchParams();
  const resource = place === undefined ? undefined : shortenId(place);
  if (resource !== undefined) parts.set('id', resource);
  else if (place !== undefined) parts.set('on', place);
  if (since !== undefined) parts.set('since', String(since));
  for (const [word, said] of Object.entries(written)) parts.set(word, said);
  if (page > 0) parts.set('page', String(page));
  return parts.toString().replaceAll('%2F', '/');
};

/** @returns undefined for what no button of ours carries */
export const readWritten = (text: string): Question | undefined => {
  const read = coded.safeParse(Object.fromEntries(new URLSearchParams(text)));
  if (!read.success) return undefined;
  const { id, on, since, page, ...written } = read.data;
  const said = Object.entries(written).flatMap(([word, value]) => (value === undefined ? [] : [[word, value]]));
  return { place: id === undefined ? on : lengthenId(id), since, written: Object.fromEntries(said), page };
};

/** A resource's id without the words that every such id holds; undefined for what is none. */
const shortenId = (place: string): string | undefined => {
  const [, , subscription, , group, , ...rest] = resourcePath(place.trim(), profileOf('Vendor'))?.split('/') ?? [];
  return rest.length === 0 ? undefined : [subscription, group, ...rest].join('/');
};

const lengthenId = (short: string): string => {
  const [subscription, group, ...rest] = short.split('/');
  return `/subscriptions/${subscription}/resourceGroups/${group}/providers/${rest.join('/')}`;
};
