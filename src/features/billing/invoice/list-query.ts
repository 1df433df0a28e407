import { z } from 'zod';
import { unquoted } from '#platform/lib/quotes.ts';
import { clean, oneLine } from '#platform/lib/text.ts';
import { refused } from '../errors.ts';
import {
  AMOUNT,
  alternativesOf,
  condition,
  DATE,
  fieldAt,
  MOST_ALTERNATIVES,
  type Order,
  odataFilter,
  odataOrder,
  order,
  type Token,
  tokensOf,
  wordsAt,
} from './filter.ts';
import { parseFilter, startsFilter } from './parse-filter.ts';

const LONGEST_TEXT = 300;

export const withins = ['part', 'rest', 'same'] as const;

/** Parts of an invoice behind a pressed row of a report; a filter narrows them further. */
const within = z.object({
  /** One part, all parts that the report does not show one by one, or those that did not change. */
  is: z.enum(withins),
  parts: z.int(),
  currency: z.string(),
  conditions: z.array(condition),
});
export type Within = z.infer<typeof within>;

/** Filter, order and page of an invoice's transactions. Stored with its card. */
export const listQuery = z.object({
  /** As typed, so that people can change it. */
  said: z.object({
    filter: z.string().max(LONGEST_TEXT),
    sort: z.string().max(LONGEST_TEXT),
    search: z.string().max(LONGEST_TEXT),
  }),
  conditions: z.array(condition),
  within: within.optional(),
  orders: z.array(order),
  /** From 0. */
  page: z.int().min(0).max(1_000_000),
  /** The current view of the card. */
  face: z.enum(['summary', 'list']),
  /** The open row of the page, as in its button. */
  row: z.string().max(200).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

export const LIST_ROWS = 20;

/** The vendor's request for the page (docs/sources.md, Invoices). */
export const pageQuery = ({ said, conditions, within: parts, orders, page }: ListQuery) => {
  const filter = odataFilter([...(parts?.conditions ?? []), ...conditions]);
  const orderBy = odataOrder(orders);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(said.search === '' ? {} : { search: said.search }),
    top: LIST_ROWS,
    skip: page * LIST_ROWS,
    count: true,
  };
};

export const isNarrowed = ({ said, conditions, within: parts }: ListQuery): boolean =>
  parts !== undefined || conditions.length > 0 || said.search !== '';

/** The query among some parts of the invoice only. @throws AppError for a filter with too many alternatives */
export const withinParts = (query: ListQuery, parts: Within | undefined): ListQuery => {
  if (parts === undefined) return query;
  if (alternativesOf([...parts.conditions, ...query.conditions]) > MOST_ALTERNATIVES) throw refused('tooMuch');
  return { ...query, within: parts, face: 'list' };
};

/** The texts in the card's inputs, or after the command. */
type ListWords = ListQuery['said'];

/** @throws AppError for a text that it cannot parse */
export const parseListQuery = ({ filter, sort, search }: ListWords, now: number): ListQuery => {
  const said = { filter: filter.trim(), sort: sort.trim(), search: clean(search) };
  if (Object.values(said).some((words) => words.length > LONGEST_TEXT)) {
    throw refused('tooLong', { most: LONGEST_TEXT });
  }
  const conditions = [...parseFilter(said.filter, now)];
  const orders = [...parseOrder(said.sort.replace(/^sort(ed)?\b/i, ''))];
  const narrowed = conditions.length + orders.length > 0 || said.search !== '';
  // A row must not be stored with a value that cannot be read back.
  const question = listQuery.safeParse({ said, conditions, orders, page: 0, face: narrowed ? 'list' : 'summary' });
  if (!question.success) throw refused('tooMuch');
  return question.data;
};

const OF = /^(?:of|for)$/i;

/** Where a filter, an order or a search begins behind the name of an invoice, and of its account: they may be such words too. */
export const listWordsStart = (typed: string): number | undefined => {
  const all = tokensOf(typed);
  const isOf = all[1]?.quoted === false && OF.test(all[1].text);
  const begins = [startsFilter, startsOrder, isSearch];
  return all[findFrom(all, isOf ? 3 : 1, (tokens, at) => begins.some((one) => one(tokens, at)))]?.at;
};

/** Splits “family Compute sort amount search gateway”. */
export const splitListWords = (typed: string): ListWords => {
  if (typed.length > LONGEST_TEXT * 3) throw refused('tooLong', { most: LONGEST_TEXT * 3 });
  const all = tokensOf(typed);
  const searchAt = findFrom(all, 0, isSearch);
  const rest = all.slice(0, searchAt);
  const sortAt = findFrom(rest, 0, startsOrder);
  const searched = oneLine(typed.slice(all[searchAt]?.end ?? typed.length), typed.length);
  return {
    filter: tokensToText(rest.slice(0, sortAt)),
    sort: tokensToText(rest.slice(sortAt)),
    search: unquoted(searched.replace(/^for\s+/i, '')),
  };
};

const findFrom = (
  tokens: readonly Token[],
  from: number,
  begins: (tokens: readonly Token[], at: number) => boolean,
): number => {
  let at = from;
  while (at < tokens.length && (tokens[at]?.quoted || !begins(tokens, at))) at += 1;
  return Math.min(at, tokens.length);
};

const tokensToText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, quoted }) => (quoted ? `"${text}"` : text))
    .join(' ')
    .replaceAll(' ,', ',');

const isSearch = (tokens: readonly Token[], at: number): boolean => tokens[at]?.text.toLowerCase() === 'search';

const namedOrders: Readonly<Record<string, Order>> = {
  largest: { path: AMOUNT.path, direction: 'desc' },
  biggest: { path: AMOUNT.path, direction: 'desc' },
  highest: { path: AMOUNT.path, direction: 'desc' },
  smallest: { path: AMOUNT.path, direction: 'asc' },
  lowest: { path: AMOUNT.path, direction: 'asc' },
  newest: { path: DATE.path, direction: 'desc' },
  latest: { path: DATE.path, direction: 'desc' },
  oldest: { path: DATE.path, direction: 'asc' },
};

const DIRECTIONS: Readonly<Record<string, Order['direction']>> = {
  asc: 'asc',
  ascending: 'asc',
  up: 'asc',
  desc: 'desc',
  descending: 'desc',
  down: 'desc',
};
const FILLERS: ReadonlySet<string> = new Set([',', 'and', 'then', 'by', 'first']);
const MOST = 4;

/** The start of an order without the word sort: “largest first”, “newest”. */
const startsOrder = (tokens: readonly Token[], at: number): boolean => {
  const [word = '', next] = wordsAt(tokens, at, 2);
  return word === 'sort' || word === 'sorted' || (Object.hasOwn(namedOrders, word) && next === 'first');
};

/**
 * Parses “family, amount descending”, “by date”, “largest first”. Without a direction, texts are ascending, and numbers and
 * days descending, because people want the largest and the newest.
 * @throws AppError for an unknown order
 */
export const parseOrder = (typed: string): readonly Order[] => {
  const tokens = tokensOf(typed);
  const found: Order[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [word = ''] = wordsAt(tokens, at, 1);
    const ready = Object.hasOwn(namedOrders, word) ? namedOrders[word] : undefined;
    if (FILLERS.has(word)) {
      at += 1;
      continue;
    }
    if (ready) {
      found.push(ready);
      at += 1;
      continue;
    }
    const named = fieldAt(wordsAt(tokens, at, 3), 0);
    if (!named) throw refused('order', { said: tokens[at]?.text ?? '' });
    at += named.length;
    const [next = ''] = wordsAt(tokens, at, 1);
    const said = Object.hasOwn(DIRECTIONS, next) ? DIRECTIONS[next] : undefined;
    const { path, type } = named.field;
    found.push({ path, direction: said ?? (type === 'text' ? 'asc' : 'desc') });
    if (said) at += 1;
  }
  if (found.length > MOST) throw refused('tooMuch');
  return found;
};
