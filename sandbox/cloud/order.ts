import type { Operator } from './condition.ts';

/** Whether an order, negative for less, fits an operator. */
export const fitsOperator: Readonly<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

export const orderOf = (left: string | number, right: string | number): number =>
  left < right ? -1 : Number(left > right);

/**
 * Reads an $orderby: `field` or `field asc|desc`, comma-separated. Names match in any case.
 * @param compare the order of two rows by one field
 * @param refused the error for any other text
 */
export const parseOrder = <Name extends string, Row>(
  text: string,
  names: readonly Name[],
  compare: (name: Name, one: Row, other: Row) => number,
  refused: () => Error,
): ((one: Row, other: Row) => number) => {
  const orders = text.split(',').map((part) => {
    const [, word, direction = 'asc'] = /^\s*([\w/]+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    const name = names.find((known) => known.toLowerCase() === word?.toLowerCase());
    if (name === undefined) throw refused();
    return { name, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return (one, other) =>
    orders.map(({ name, sign }) => sign * compare(name, one, other)).find((order) => order !== 0) ?? 0;
};
