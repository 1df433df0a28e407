import { LONGEST_FILTER } from '../invoice/list-query.ts';
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

type Part = Pick<TallyLine, 'is' | 'label'>;

/** Where the pressed parts are: a division of one invoice of a report, in one currency. */
interface Divided {
  readonly id: string;
  readonly by: Dimension;
  readonly currency: string;
  /** Which of the report's invoices, from 0. */
  readonly invoice?: number;
}

/**
 * Opens the transactions of these parts: the summed rest as everything but the other parts. Where a name is too long for a
 * filter, it opens those of the currency.
 * @param others all other parts of the division
 */
export const pressParts = (
  { id, by, currency, invoice = 0 }: Divided,
  parts: readonly Part[],
  others: readonly Part[] = [],
): LinePress => {
  const isRest = parts.some(({ is }) => is === 'rest');
  const labels = (isRest ? others : parts).map(({ label }) => label);
  if (partsFilter(by, { labels, isRest, currency }) === undefined) {
    return pressFilter(id, currencyFilter(currency), invoice);
  }
  const marks = labels.map(markOf).join(' ');
  return { verb: billingVerbs.line, data: { id, by, [isRest ? 'but' : 'line']: marks, currency, invoice } };
};

export const currencyFilter = (currency: string): string => `currency "${currency}"`;

/** Parts by their labels; the empty label is that of transactions without one. */
interface Named {
  readonly labels: readonly string[];
  /** Everything but these. */
  readonly isRest: boolean;
  readonly currency: string;
}

/** The words of a filter for parts of one currency; undefined for labels that no filter can hold. */
export const partsFilter = (by: Dimension, { labels, isRest, currency }: Named): string | undefined => {
  const values = labels.map(quoted);
  if (values.length === 0 || values.includes(undefined)) return undefined;
  const parts = isRest ? values.map((value) => `not ${by} ${value}`).join(' ') : `${by} ${values.join(' or ')}`;
  const filter = `${parts} ${currencyFilter(currency)}`;
  return filter.length > LONGEST_FILTER ? undefined : filter;
};

const quoted = (label: string): string | undefined => {
  if (label === '') return 'none';
  if (label.length >= LONGEST_IN_FILTER || (label.includes('"') && /[“”]/.test(label))) return undefined;
  return label.includes('"') ? `“${label}”` : `"${label}"`;
};

/** A stored label of this length may have been cut. */
const LONGEST_IN_FILTER = 200;
