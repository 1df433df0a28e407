import { z } from 'zod';
import { parseDecimal } from '#platform/lib/decimal.ts';
import { QUOTED } from '#platform/lib/quotes.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';

/** The type of a field, which decides its conditions. */
type FieldType = 'text' | 'number' | 'date' | 'flag';

/** A field of a transaction in a filter or an order (docs/sources.md, Invoices; ASSUMPTIONS.md, Billing). */
export interface Field {
  readonly path: string;
  readonly type: FieldType;
  /** Its names for people, the usual one first. */
  readonly aliases: readonly string[];
}

/** The fields meant by a number and by a date without a name. */
export const AMOUNT: Field = {
  path: 'transactionAmount/value',
  type: 'number',
  aliases: ['amount', 'transaction amount', 'charge', 'total'],
};
export const DATE: Field = { path: 'date', type: 'date', aliases: ['date', 'day'] };
export const CURRENCY: Field = { path: 'transactionAmount/currency', type: 'text', aliases: ['currency'] };

const fields: readonly Field[] = [
  AMOUNT,
  DATE,
  CURRENCY,
  { path: 'tax/value', type: 'number', aliases: ['tax'] },
  { path: 'subTotal/value', type: 'number', aliases: ['subtotal', 'sub total', 'net'] },
  { path: 'azureCreditApplied/value', type: 'number', aliases: ['credit applied', 'applied credit'] },
  { path: 'consumptionCommitmentDecremented/value', type: 'number', aliases: ['commitment'] },
  { path: 'effectivePrice/value', type: 'number', aliases: ['price', 'effective price'] },
  { path: 'marketPrice/value', type: 'number', aliases: ['market price', 'retail price'] },
  { path: 'quantity', type: 'number', aliases: ['quantity'] },
  { path: 'units', type: 'number', aliases: ['units'] },
  { path: 'discount', type: 'number', aliases: ['discount'] },
  { path: 'exchangeRate', type: 'number', aliases: ['exchange rate', 'rate'] },
  { path: 'productFamily', type: 'text', aliases: ['family', 'product family'] },
  { path: 'productType', type: 'text', aliases: ['product type'] },
  { path: 'productTypeId', type: 'text', aliases: ['product type id'] },
  { path: 'productDescription', type: 'text', aliases: ['product', 'description', 'product description'] },
  { path: 'invoiceSectionDisplayName', type: 'text', aliases: ['section', 'invoice section'] },
  { path: 'customerDisplayName', type: 'text', aliases: ['customer'] },
  { path: 'billingProfileDisplayName', type: 'text', aliases: ['profile', 'billing profile'] },
  { path: 'billingCurrency', type: 'text', aliases: ['billing currency'] },
  { path: 'pricingCurrency', type: 'text', aliases: ['pricing currency'] },
  { path: 'kind', type: 'text', aliases: ['kind'] },
  { path: 'transactionType', type: 'text', aliases: ['type', 'transaction type'] },
  { path: 'creditType', type: 'text', aliases: ['credit type'] },
  { path: 'reasonCode', type: 'text', aliases: ['reason', 'reason code'] },
  { path: 'partNumber', type: 'text', aliases: ['part', 'part number'] },
  { path: 'azurePlan', type: 'text', aliases: ['plan'] },
  { path: 'unitOfMeasure', type: 'text', aliases: ['unit of measure'] },
  { path: 'unitType', type: 'text', aliases: ['unit', 'unit type'] },
  { path: 'specialTaxationType', type: 'text', aliases: ['special taxation', 'taxation'] },
  { path: 'name', type: 'text', aliases: ['name'] },
];

const byWords = new Map(fields.flatMap((field) => field.aliases.map((words) => [normalise(words), field] as const)));
const MOST_WORDS = 3;

/** The field whose name begins at this position, the longest name first, and its number of words. */
export const fieldAt = (
  words: readonly string[],
  at: number,
): { readonly field: Field; readonly length: number } | undefined => {
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    const said = words.slice(at, at + length).map(normalise);
    // Quoted texts and commas are not part of a name.
    if (said.length < length || said.includes('')) continue;
    const field = byWords.get(said.join(''));
    if (field) return { field, length };
  }
  return undefined;
};

export const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

/** The most characters of a typed text, and of the name of a part of an invoice. */
export const LONGEST_VALUE = 200;
export const LONGEST_NAME = 1_000;

/** The most alternatives of one filter: they multiply. */
export const MOST_ALTERNATIVES = 16;

const literal = z.discriminatedUnion('is', [
  z.object({ is: z.literal('text'), value: z.string().max(LONGEST_NAME) }),
  z.object({ is: z.literal('number'), value: z.string().refine((text): boolean => parseDecimal(text) === text) }),
  z.object({ is: z.literal('date'), value: z.iso.datetime() }),
  z.object({ is: z.literal('flag'), value: z.boolean() }),
  /** The field is empty. */
  z.object({ is: z.literal('none') }),
]);
export type Literal = z.infer<typeof literal>;

/**
 * A condition on transactions: the part of OData that we use. Any of several values in one group matches; all groups
 * must match.
 */
export const condition = z.object({
  path: z.string().regex(/^[A-Za-z]+(\/[a-z]+)?$/),
  operator: z.enum(operators),
  anyOf: z.array(literal).min(1).max(MOST_ALTERNATIVES),
});
export type Condition = z.infer<typeof condition>;

export const alternativesOf = (conditions: readonly Condition[]): number =>
  conditions.reduce((product, { anyOf }) => product * anyOf.length, 1);

/**
 * The filter's text, without brackets: `and` binds tighter than `or`, so each alternative is written out.
 * @returns undefined for no condition
 */
export const odataFilter = (conditions: readonly Condition[]): string | undefined => {
  if (conditions.length === 0) return undefined;
  const alternatives = conditions.reduce<readonly (readonly string[])[]>(
    (before, { path, operator, anyOf }) =>
      before.flatMap((parts) => anyOf.map((value) => [...parts, `${path} ${operator} ${odataLiteral(value)}`])),
    [[]],
  );
  return alternatives.map((parts) => parts.join(' and ')).join(' or ');
};

/** A text in quotes, with its own quotes doubled, so that it stays a text. */
const odataLiteral = (value: Literal): string => {
  if (value.is === 'none') return 'null';
  return value.is === 'text' ? `'${value.value.replaceAll("'", "''")}'` : String(value.value);
};

/** The order of the list. */
export const order = z.object({
  path: z.string().regex(/^[A-Za-z]+(\/[a-z]+)?$/),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.infer<typeof order>;

/** The order of rows that are otherwise equal, so that none is on two pages. */
const BY_NAME: Order = { path: 'name', direction: 'asc' };

/** @returns undefined for the vendor's own order */
export const odataOrder = (orders: readonly Order[]): string | undefined => {
  if (orders.length === 0) return undefined;
  const whole = orders.some(({ path }) => path === BY_NAME.path) ? orders : [...orders, BY_NAME];
  return whole.map(({ path, direction }) => `${path} ${direction}`).join(',');
};

/** A word as typed, or a whole quoted text. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** The positions of its begin and its end in the text. */
  readonly at: number;
  readonly end: number;
}

const TOKEN = new RegExp(String.raw`${QUOTED}|[^\s,]+|,`, 'gu');

/** The words of a text; a comma is a separate word, and an unclosed quote is an ordinary character. */
export const tokensOf = (typed: string): readonly Token[] =>
  [...typed.matchAll(TOKEN)].flatMap(({ 0: whole, 1: straight, 2: double, 3: single, index: at }) => {
    const inside = straight ?? double ?? single;
    const [text, quoted] = [oneLine(inside ?? whole, typed.length), inside !== undefined];
    return text === '' && !quoted ? [] : [{ text, quoted, at, end: at + whole.length }];
  });

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

/** The words from a position on in lower case, with a word that no text has in place of quoted texts. */
export const wordsAt = (tokens: readonly Token[], at: number, most: number): readonly string[] =>
  tokens.slice(at, at + most).map(({ text, quoted }) => (quoted ? '"' : text.toLowerCase()));
