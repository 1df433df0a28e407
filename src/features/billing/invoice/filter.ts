import { z } from 'zod';
import { parseDecimal } from '../../../lib/decimal.ts';

export const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

/** Letters of one text that is compared with. */
export const LONGEST_VALUE = 200;

/** Alternatives that one filter may come to: they multiply. */
export const MOST_ALTERNATIVES = 16;

const literal = z.discriminatedUnion('is', [
  z.object({ is: z.literal('text'), value: z.string().max(LONGEST_VALUE) }),
  z.object({ is: z.literal('number'), value: z.string().refine((text): boolean => parseDecimal(text) === text) }),
  z.object({ is: z.literal('date'), value: z.iso.datetime() }),
  z.object({ is: z.literal('flag'), value: z.boolean() }),
]);
export type Literal = z.infer<typeof literal>;

/**
 * What must hold of a transaction: the part of OData that we write. Of several values in one place any will do; all
 * places must hold.
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
export const writeFilter = (conditions: readonly Condition[]): string | undefined => {
  if (conditions.length === 0) return undefined;
  const alternatives = conditions.reduce<readonly (readonly string[])[]>(
    (before, { path, operator, anyOf }) =>
      before.flatMap((parts) => anyOf.map((value) => [...parts, `${path} ${operator} ${writeLiteral(value)}`])),
    [[]],
  );
  return alternatives.map((parts) => parts.join(' and ')).join(' or ');
};

/** A text in quotes, its own doubled: whatever stands in it stays a text. */
const writeLiteral = (value: Literal): string =>
  value.is === 'text' ? `'${value.value.replaceAll("'", "''")}'` : String(value.value);

/** By what the list is ordered. */
export const order = z.object({
  path: z.string().regex(/^[A-Za-z]+(\/[a-z]+)?$/),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.infer<typeof order>;

/** Rows of which nothing else is different stand in this order, so that none is on two pages. */
const BY_NAME: Order = { path: 'name', direction: 'asc' };

/** @returns undefined for no order: the vendor's own */
export const writeOrder = (orders: readonly Order[]): string | undefined => {
  if (orders.length === 0) return undefined;
  const whole = orders.some(({ path }) => path === BY_NAME.path) ? orders : [...orders, BY_NAME];
  return whole.map(({ path, direction }) => `${path} ${direction}`).join(',');
};
