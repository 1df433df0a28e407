import { z } from 'zod';
import type { Argument, Values } from '#bot/arguments/argument.ts';
import { readSince } from '#bot/arguments/list-arguments.ts';
import { scopeContains } from '#cloud/request/path.ts';
import { type ChangeState, changeStates } from '#engine/changes/change.ts';
import type { ChangeQuery } from '#engine/changes/listing.ts';
import { personNamed } from '#features/person-named.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError, type TextValues } from '#platform/lib/errors.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import type { TextName } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';

const LONGEST = 200;
const short = z.string().max(LONGEST);
/** Characters that a list's buttons carry as its places. */
export const LONGEST_PLACES = 2_000;

/** What a list is asked for, as its buttons carry it; people as directory object ids, places and roles as keys. */
export const listQuery = z.object({
  /** `changed`: what was done at a place; `found`: all requests. */
  list: z.enum(['found', 'changed']),
  /** States, with commas between them. */
  states: short.optional(),
  by: short.optional(),
  for: short.optional(),
  /** Several have commas between them. */
  place: z.string().max(LONGEST_PLACES).optional(),
  role: short.optional(),
  /** Milliseconds since 1970. */
  since: z.coerce.number().int().optional(),
  /** Id of the incident's card where its button was pressed; Back leads there. */
  card: short.optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** As typed. */
export type TypedQuery = Values<Record<'states' | 'by' | 'person' | 'place' | 'role' | 'since', Argument>>;

const words: Readonly<Record<string, readonly ChangeState[]>> = {
  waiting: ['waiting'],
  pending: ['waiting'],
  open: ['waiting', 'approved', 'doing'],
  approved: ['approved', 'doing', 'done'],
  granted: ['done'],
  done: ['done'],
  denied: ['denied'],
  rejected: ['denied'],
  withdrawn: ['cancelled'],
  cancelled: ['cancelled'],
  expired: ['expired'],
  failed: ['failed'],
  unconfirmed: ['unconfirmed'],
};
const FILLER = new Set(['', 'and', 'or', 'all', 'the']);

/** The words that the command takes for states, for its help and its refusal. */
const STATE_WORDS: readonly string[] = Object.keys(words);

/** Whether all words before the first slot are states: “requests denied”. */
export const STATES_ONLY = new RegExp(
  `^(?:(?:${[...STATE_WORDS, 'and', 'or', 'all', 'the'].join('|')})[\\s,]*)+$`,
  'i',
);

const refused = (name: TextName<'requests.list.refused'>, values: TextValues): AppError =>
  new AppError({ code: `Requests.${name}`, text: `requests.list.refused.${name}`, values });

interface QueryContext {
  readonly policy: Policy;
  /** Directory object id of the reader. */
  readonly me: string;
  /** The roles that rules can name. */
  readonly roles: readonly string[];
  readonly now: number;
  readonly zone: string;
}

const ME = /^(?:me|myself|i)$/i;

/**
 * Reads the arguments of `requests` and of `what changed`.
 * @throws AppError for a name or a moment that cannot be read
 */
export const parseQuery = (list: ListQuery['list'], typed: TypedQuery, asked: QueryContext): ListQuery => {
  const person = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : ME.test(text) ? asked.me : personNamed(asked.policy, oneLine(text, LONGEST));
  return listQuery.parse({
    list,
    states: statesIn(typed.states),
    by: person(typed.by),
    for: person(typed.person),
    place: placeIn(typed.place, asked.policy),
    role: roleIn(typed.role, asked.roles),
    since: readSince(typed.since, asked.now, asked.zone) ?? (list === 'changed' ? asked.now - DAY : undefined),
  });
};

const statesIn = (typed: string | undefined): string | undefined => {
  const said = (typed ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => !FILLER.has(one));
  const unknown = said.find((one) => words[one] === undefined);
  if (unknown !== undefined) throw refused('state', { said: oneLine(unknown, 40), known: STATE_WORDS.join(', ') });
  const states = new Set(said.flatMap((one) => words[one] ?? []));
  return states.size === 0 ? undefined : changeStates.filter((state) => states.has(state)).join(',');
};

const placeIn = (typed: string | undefined, policy: Policy): string | undefined => {
  if (typed === undefined) return undefined;
  const place = policy.findPlace(typed);
  const known = policy.places.map(({ key }) => key).join(', ');
  if (!place) throw refused('place', { said: oneLine(typed, 80), known });
  return place.key;
};

const roleIn = (typed: string | undefined, roles: readonly string[]): string | undefined => {
  if (typed === undefined) return undefined;
  const said = normalise(typed);
  const role = roles.find((key) => normalise(key) === said);
  if (role === undefined) throw refused('role', { said: oneLine(typed, 80), known: roles.join(', ') });
  return role;
};

/** The places at which the list looks: the named ones and all below them. */
const placesBelow = (policy: Policy, keys: readonly string[]): readonly string[] => {
  const below = keys.flatMap((key) => {
    const named = policy.place(key);
    return named
      ? policy.places.filter(({ scope }) => scopeContains(named.scope, scope)).map((place) => place.key)
      : [key];
  });
  return [...new Set(below)];
};

/** The keys of the places that a query names. */
export const placesIn = ({ place }: ListQuery): readonly string[] => place?.split(',') ?? [];

/** What became true, or may have. */
const CHANGED: readonly ChangeState[] = ['done', 'unconfirmed'];

/** What the engine is asked. `requests on PLACE` means that place alone, `what changed` the places below it too. */
export const toChangeQuery = (query: ListQuery, policy: Policy): ChangeQuery => {
  const { list, states, by, role, since, place } = query;
  const given = {
    ...(by === undefined ? {} : { requester: by }),
    ...(query.for === undefined ? {} : { concerned: query.for }),
    ...(role === undefined ? {} : { role }),
    ...(since === undefined ? {} : { since }),
  };
  if (list === 'changed') {
    const places = place === undefined ? policy.places.map(({ key }) => key) : placesBelow(policy, placesIn(query));
    return { ...given, order: 'ended', states: CHANGED, places };
  }
  const named = states?.split(',');
  return {
    ...given,
    order: 'created',
    ...(named ? { states: changeStates.filter((state) => named.includes(state)) } : {}),
    ...(place === undefined ? {} : { places: [place] }),
  };
};
