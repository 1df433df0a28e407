import { iso } from '#platform/lib/clock.ts';
import { parseDecimal } from '#platform/lib/decimal.ts';
import { parseDuration } from '#platform/lib/duration.ts';
import { refused } from '../errors.ts';
import {
  AMOUNT,
  alternativesOf,
  type Condition,
  CURRENCY,
  DATE,
  type Field,
  fieldAt,
  type Literal,
  LONGEST_VALUE,
  MOST_ALTERNATIVES,
  type Operator,
  type Token,
  textOf,
  tokensOf,
  wordsAt,
} from './filter.ts';
import { type Period, parsePeriod } from './parse-period.ts';

/** The comparisons with a number. */
const comparisons: readonly { readonly operator: Operator; readonly aliases: readonly string[] }[] = [
  { operator: 'gt', aliases: ['more than', 'greater than', 'over', 'above', '>'] },
  { operator: 'ge', aliases: ['at least', '>='] },
  { operator: 'lt', aliases: ['less than', 'under', 'below', '<'] },
  { operator: 'le', aliases: ['at most', '<='] },
  { operator: 'eq', aliases: ['exactly', '='] },
];

/** The comparisons with a day; `last` is followed by a duration or a month. */
const DAYS = ['since', 'from', 'after', 'before', 'until', 'on', 'in', 'last'] as const;
type DayWord = (typeof DAYS)[number];

const textIs = (path: string, operator: Operator, value: string): Condition => ({
  path,
  operator,
  anyOf: [{ is: 'text', value }],
});
const flag = (path: string, value: boolean): Condition => ({ path, operator: 'eq', anyOf: [{ is: 'flag', value }] });
const amountIs = (operator: Operator): Condition => ({
  path: AMOUNT.path,
  operator,
  anyOf: [{ is: 'number', value: '0' }],
});

/** Words that are a whole condition; one with “not” comes before its opposite. */
const flags: readonly { readonly condition: Condition; readonly aliases: readonly string[] }[] = [
  { condition: textIs('creditType', 'eq', 'Refund'), aliases: ['refunds', 'refund'] },
  { condition: amountIs('lt'), aliases: ['credits'] },
  { condition: amountIs('gt'), aliases: ['charges'] },
  { condition: amountIs('eq'), aliases: ['free'] },
  { condition: textIs('kind', 'eq', 'Reservation'), aliases: ['reservations'] },
  { condition: flag('isThirdParty', false), aliases: ['not third party', 'not third-party'] },
  { condition: flag('isThirdParty', true), aliases: ['third party', 'third-party'] },
  { condition: textIs('invoice', 'eq', 'Pending'), aliases: ['not billed', 'unbilled', 'pending'] },
  { condition: textIs('invoice', 'ne', 'Pending'), aliases: ['billed'] },
];

/** Words without a meaning. */
const FILLERS: ReadonlySet<string> = new Set([
  'and',
  ',',
  'with',
  'where',
  'only',
  'that',
  'which',
  'are',
  'is',
  'the',
]);
const LONGEST_WORDS = 3;
const MOST_CONDITIONS = 12;

/** One parse at a position: its result, and its number of words. */
interface Found {
  readonly conditions: readonly Condition[];
  readonly length: number;
}

/**
 * Parses a filter such as “family Compute over 100 EUR since June”. A value ends where another word of the filter begins;
 * in quotes it may contain any word.
 * @param now milliseconds since 1970
 * @throws AppError for an unknown word, with the possible ones
 */
export const parseFilter = (typed: string, now: number): readonly Condition[] => {
  const tokens = tokensOf(typed);
  const found: Condition[] = [];
  for (let at = 0; at < tokens.length; ) {
    if (isFiller(tokens[at])) {
      at += 1;
      continue;
    }
    const { conditions, length } = readAt(tokens, at, now);
    found.push(...conditions);
    at += length;
  }
  if (found.length > MOST_CONDITIONS || alternativesOf(found) > MOST_ALTERNATIVES) throw refused('tooMuch');
  return found;
};

/** Whether a word of a filter begins at this position. */
export const startsFilter = (tokens: readonly Token[], at: number): boolean => {
  const words = wordsAt(tokens, at, LONGEST_WORDS);
  return (
    entryAt(flags, words) !== undefined ||
    entryAt(comparisons, words) !== undefined ||
    words[0] === 'between' ||
    words[0] === 'not' ||
    DAYS.some((word) => word === words[0]) ||
    fieldAt(words, 0) !== undefined
  );
};

const isFiller = (token: Token | undefined): boolean =>
  token !== undefined && !token.quoted && FILLERS.has(token.text.toLowerCase());

const readAt = (tokens: readonly Token[], at: number, now: number): Found => {
  const words = wordsAt(tokens, at, LONGEST_WORDS);
  const said = entryAt(flags, words);
  if (said) return { conditions: [said.entry.condition], length: said.length };
  if (entryAt(comparisons, words) || words[0] === 'between') return readNumber(AMOUNT, tokens, at, at);
  const day = DAYS.find((word) => word === words[0]);
  if (day !== undefined) return readDay(day, tokens, at, at + 1, now);
  const not = words[0] === 'not';
  const named = fieldAt(wordsAt(tokens, at + Number(not), LONGEST_WORDS), 0);
  if (!named) throw refused('words', { said: tokens[at]?.text ?? '' });
  const { field } = named;
  const from = at + Number(not) + named.length;
  if (field.type === 'text') return readText(field, not, tokens, at, from);
  if (not) throw refused('words', { said: 'not' });
  if (field.type === 'number') return readNumber(field, tokens, at, from);
  const [word = ''] = wordsAt(tokens, from, 1);
  const own = DAYS.find((one) => one === word);
  return readDay(own ?? 'on', tokens, at, own === undefined ? from : from + 1, now);
};

/** The table's entry with words at this position, and their number. */
const entryAt = <Entry extends { readonly aliases: readonly string[] }>(
  table: readonly Entry[],
  words: readonly string[],
): { readonly entry: Entry; readonly length: number } | undefined => {
  for (const entry of table) {
    for (const said of entry.aliases) {
      const { length } = said.split(' ');
      if (words.slice(0, length).join(' ') === said) return { entry, length };
    }
  }
  return undefined;
};

/** The position at which another word of the filter begins; a quoted text is one value. */
const endOfValue = (tokens: readonly Token[], from: number): number => {
  if (tokens[from]?.quoted) return from + 1;
  let to = from;
  while (to < tokens.length && !isFiller(tokens[to]) && !(to > from && startsFilter(tokens, to))) {
    const word = tokens[to]?.text.toLowerCase();
    if (word === 'or' || tokens[to]?.quoted) break;
    to += 1;
  }
  return to;
};

const readText = (field: Field, not: boolean, tokens: readonly Token[], at: number, start: number): Found => {
  const anyOf: Literal[] = [];
  for (let from = isFiller(tokens[start]) ? start + 1 : start; ; from += 1) {
    const to = endOfValue(tokens, from);
    const value = textOf(tokens.slice(from, to));
    const name = field.aliases[0] ?? field.path;
    if (value === '') throw refused('value', { field: name });
    if (value.length > LONGEST_VALUE) throw refused('valueTooLong', { field: name, most: LONGEST_VALUE });
    anyOf.push(isNone(tokens.slice(from, to)) ? { is: 'none' } : { is: 'text', value });
    from = to;
    if (tokens[to]?.quoted !== false || tokens[to]?.text.toLowerCase() !== 'or' || not) {
      return { conditions: [{ path: field.path, operator: not ? 'ne' : 'eq', anyOf }], length: to - at };
    }
  }
};

/** “section none”: the transactions without one; in quotes it is a name like any other. */
const isNone = ([word, ...more]: readonly Token[]): boolean =>
  more.length === 0 && word?.quoted === false && word.text.toLowerCase() === 'none';

const readNumber = (field: Field, tokens: readonly Token[], at: number, start: number): Found => {
  const words = wordsAt(tokens, start, LONGEST_WORDS);
  const name = field.aliases[0] ?? field.path;
  const compared = (operator: Operator, place: number): Condition => {
    const value = parseDecimal(tokens[place]?.text ?? '');
    if (value === undefined) throw refused('number', { field: name, said: tokens[place]?.text ?? '' });
    return { path: field.path, operator, anyOf: [{ is: 'number', value }] };
  };
  if (words[0] === 'between') {
    const conditions = [compared('ge', start + 1), compared('le', start + 3)];
    return withCurrency(field, conditions, tokens, at, start + 4);
  }
  const said = entryAt(comparisons, words);
  const place = start + (said?.length ?? 0);
  return withCurrency(field, [compared(said?.entry.operator ?? 'eq', place)], tokens, at, place + 1);
};

/** “over 100 EUR”: a number in another currency is another number. */
const withCurrency = (
  field: Field,
  conditions: readonly Condition[],
  tokens: readonly Token[],
  at: number,
  end: number,
): Found => {
  const code = tokens[end]?.quoted === false ? tokens[end].text : '';
  if (!field.path.endsWith('/value') || !/^[A-Z]{3}$/.test(code)) return { conditions, length: end - at };
  const path = field === AMOUNT ? CURRENCY.path : field.path.replace('/value', '/currency');
  return { conditions: [...conditions, textIs(path, 'eq', code)], length: end + 1 - at };
};

/** Dates with a year of four digits. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

const dated = (operator: Operator, at: number): Condition => {
  if (!(at >= FIRST_DAY && at <= LAST_DAY)) throw refused('dayTooFar');
  return { path: DATE.path, operator, anyOf: [{ is: 'date', value: iso(at) }] };
};

const readDay = (word: DayWord, tokens: readonly Token[], at: number, start: number, now: number): Found => {
  // A month's name or a day may be followed by a year: the longest match counts.
  for (let length = LONGEST_WORDS; length > 0; length -= 1) {
    const said = textOf(tokens.slice(start, start + length));
    if (start + length > tokens.length) continue;
    const back = word === 'last' ? parseDuration(/^\d/.test(said) ? said : `1 ${said}`) : undefined;
    if (back !== undefined) return { conditions: [dated('ge', now - back)], length: start + length - at };
    const span = parsePeriod(word === 'last' ? `last ${said}` : said, now);
    if (span) return { conditions: within(word, span), length: start + length - at };
  }
  throw refused('day', { said: textOf(tokens.slice(start, start + LONGEST_WORDS)) || word });
};

const within = (word: DayWord, { from, to }: Period): readonly Condition[] => {
  if (word === 'since' || word === 'from') return [dated('ge', from)];
  if (word === 'after') return [dated('ge', to)];
  if (word === 'before') return [dated('lt', from)];
  if (word === 'until') return [dated('lt', to)];
  return [dated('ge', from), dated('lt', to)];
};
