import { z } from 'zod';
import { clean, oneLine } from '../../../lib/text.ts';
import { refused } from '../errors.ts';
import { condition, order, writeFilter, writeOrder } from './filter.ts';
import { beginsFilter, readFilterWords } from './parse-filter.ts';
import { beginsOrder, readOrderWords } from './parse-order.ts';
import { type Token, textOf, tokensOf } from './tokens.ts';

export const LONGEST_WORDS = 300;

/** Which transactions of an invoice, in which order, and where somebody stands in them. Kept with its card. */
export const listQuestion = z.object({
  /** As it was typed, for whoever wants to change it. */
  said: z.object({
    filter: z.string().max(LONGEST_WORDS),
    sort: z.string().max(LONGEST_WORDS),
    search: z.string().max(LONGEST_WORDS),
  }),
  conditions: z.array(condition),
  orders: z.array(order),
  /** From 0. */
  page: z.int().min(0).max(1_000_000),
  /** What the card shows now. */
  face: z.enum(['summary', 'list']),
  /** The row of the page that is open, as its button names it. */
  row: z.string().max(200).optional(),
});
export type ListQuestion = z.infer<typeof listQuestion>;

export const LIST_ROWS = 20;

/** What is asked of the vendor for the page (document 1, Endpoints 5). */
export const pageQuery = ({ said, conditions, orders, page }: ListQuestion) => {
  const filter = writeFilter(conditions);
  const orderBy = writeOrder(orders);
  return {
    ...(filter === undefined ? {} : { filter }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(said.search === '' ? {} : { search: said.search }),
    top: LIST_ROWS,
    skip: page * LIST_ROWS,
    count: true,
  };
};

export const isNarrowed = ({ said, conditions }: ListQuestion): boolean => conditions.length > 0 || said.search !== '';

/** What people may write in the boxes of the card, or behind the command. */
export type Said = ListQuestion['said'];

/** @throws AppError for what it cannot read */
export const readListQuestion = ({ filter, sort, search }: Said, now: number): ListQuestion => {
  const said = { filter: filter.trim(), sort: sort.trim(), search: clean(search) };
  if (Object.values(said).some((words) => words.length > LONGEST_WORDS)) {
    throw refused('tooLong', { most: LONGEST_WORDS });
  }
  const conditions = [...readFilterWords(said.filter, now)];
  const orders = [...readOrderWords(said.sort.replace(/^sort(ed)?\b/i, ''))];
  const narrowed = conditions.length + orders.length > 0 || said.search !== '';
  // What its row could not be read with again must not be written into it.
  const question = listQuestion.safeParse({ said, conditions, orders, page: 0, face: narrowed ? 'list' : 'summary' });
  if (!question.success) throw refused('tooMuch');
  return question.data;
};

/** The parts of what was typed behind a command of one invoice. */
export interface Asked {
  readonly invoice: string;
  /** What follows “of”, up to the first word of a filter: it may hold more than the account's name. */
  readonly account: readonly Token[] | undefined;
  readonly said: Said;
}

/** Takes “june of payments family Compute sort amount search gateway” apart. */
export const readAsked = (typed: string): Asked => {
  if (typed.length > LONGEST_WORDS * 3) throw refused('tooLong', { most: LONGEST_WORDS * 3 });
  const all = tokensOf(typed);
  const searchAt = findFrom(all, 1, isSearch);
  const search = oneLine(typed, typed.length).slice(all[searchAt]?.end);
  const [first, ...rest] = all.slice(0, searchAt);
  const sortAt = findFrom(rest, 0, beginsOrder);
  const filters = rest.slice(0, sortAt);
  const of = filters[0]?.quoted === false && /^(of|for)$/i.test(filters[0].text);
  const ends = of ? findFrom(filters, 2, (list, at) => beginsFilter(list, at)) : 0;
  return {
    invoice: first?.text ?? '',
    account: of ? filters.slice(1, ends) : undefined,
    said: {
      filter: written(filters.slice(ends)),
      sort: written(rest.slice(sortAt)),
      search: searchAt === all.length ? '' : searchedText(search),
    },
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

const written = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, quoted }) => (quoted ? `"${text}"` : text))
    .join(' ')
    .replaceAll(' ,', ',');

const isSearch = (tokens: readonly Token[], at: number): boolean => tokens[at]?.text.toLowerCase() === 'search';

/** Quotes around all of it are how people mark a text. */
const searchedText = (written: string): string => {
  const text = written.trim().replace(/^for\s+/i, '');
  return /^["“]([^"“”]*)["”]$/.exec(text)?.[1]?.trim() ?? text;
};

export const accountWords = (tokens: readonly Token[]): string => textOf(tokens);
