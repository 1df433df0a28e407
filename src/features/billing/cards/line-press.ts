import { type Condition, CURRENCY, fieldAt, type Literal, LONGEST_NAME, LONGEST_VALUE } from '../invoice/filter.ts';
import type { Within } from '../invoice/list-query.ts';
import type { Dimension, TallyLine } from '../report/tally.ts';
import { billingVerbs } from '../verbs.ts';

/** What pressing a row sends. */
export interface LinePress {
  readonly verb: string;
  readonly data: Readonly<Record<string, string | number>>;
}

/** Opens the transactions of a filter. @param invoice which of the report's invoices, from 0 */
export const pressFilter = (id: string, filter: string, invoice = 0): LinePress => ({
  verb: billingVerbs.line,
  data: { id, filter, invoice },
});

/** Opens one transaction by its name. */
export const pressTransaction = (id: string, name: string): LinePress => ({
  verb: billingVerbs.line,
  data: { id, filter: `name "${name}"`, row: name },
});

/** A label as card data hold it: a whole one on each row would fill the card. */
export const markOf = (label: string): string => {
  let mark = 0;
  for (const letter of label) mark = (Math.imul(mark, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (mark >>> 0).toString(36);
};

type Part = Pick<TallyLine, 'is' | 'label' | 'parts'>;

/** Where the pressed parts are: a division of one invoice of a report, in one currency. */
interface Divided {
  readonly id: string;
  readonly by: Dimension;
  readonly currency: string;
  /** Which of the report's invoices, from 0. */
  readonly invoice?: number;
}

/** Opens the transactions of one part, by a filter that people can change where its name is short enough. */
export const pressPart = (divided: Divided, part: Pick<Part, 'is' | 'label'>): LinePress => {
  const { id, by, currency, invoice = 0 } = divided;
  return partFilter(by, currency, part.label) === undefined
    ? pressParts(divided, 'part', [{ ...part, parts: 1 }])
    : { verb: billingVerbs.line, data: { id, by, line: markOf(part.label), currency, invoice } };
};

/**
 * Opens the transactions of several parts; if the summed rest is among them, of everything but the other parts. Names that
 * are too long open those of the currency.
 * @param others all other parts of the division
 */
export const pressParts = (
  { id, by, currency, invoice = 0 }: Divided,
  is: Within['is'],
  given: readonly Part[],
  others: readonly Part[] = [],
): LinePress => {
  const isRest = given.some((part) => part.is === 'rest');
  const labels = (isRest ? others : given).map(({ label }) => label);
  if (!canName(labels)) return pressFilter(id, currencyFilter(currency), invoice);
  const marks = { [isRest ? 'but' : 'line']: labels.map(markOf).join(' ') };
  const parts = given.reduce((sum, part) => sum + part.parts, 0);
  return { verb: billingVerbs.line, data: { id, by, ...marks, currency, invoice, is, parts } };
};

/** The vendor's address holds no more. */
const MOST_LETTERS = 4_000;

/** A stored label of the greatest length may have been cut. */
const canName = (labels: readonly string[]): boolean =>
  labels.length > 0 && labels.join('').length <= MOST_LETTERS && labels.every((label) => label.length < LONGEST_NAME);

/** The conditions of parts by their labels. @param isRest everything but these */
export const partsConditions = (
  by: Dimension,
  labels: readonly string[],
  isRest: boolean,
  currency: string,
): Condition[] => {
  const path = fieldAt([by], 0)?.field.path ?? by;
  const literals = labels.map((label): Literal => (label === '' ? { is: 'none' } : { is: 'text', value: label }));
  const parts: Condition[] = isRest
    ? literals.map((literal) => ({ path, operator: 'ne', anyOf: [literal] }))
    : [{ path, operator: 'eq', anyOf: literals }];
  return [...parts, { path: CURRENCY.path, operator: 'eq', anyOf: [{ is: 'text', value: currency }] }];
};

const currencyFilter = (currency: string): string => `currency "${currency}"`;

/** The words of a filter for one part; undefined for a label that no filter can hold. */
export const partFilter = (by: Dimension, currency: string, label: string): string | undefined => {
  if (label.length > LONGEST_VALUE || (label.includes('"') && /[“”]/.test(label))) return undefined;
  const quoted = label.includes('"') ? `“${label}”` : `"${label}"`;
  return `${by} ${label === '' ? 'none' : quoted} ${currencyFilter(currency)}`;
};
