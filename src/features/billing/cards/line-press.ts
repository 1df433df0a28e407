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

/**
 * Opens the transactions of one part of an invoice; for what has no name of its own, and for a name that is too long for a
 * filter, those of its currency.
 */
export const pressPart = (
  id: string,
  by: Dimension,
  currency: string,
  { is, label }: Pick<TallyLine, 'is' | 'label'>,
  invoice = 0,
): LinePress =>
  is === 'part' && partFilter(by, label) !== undefined
    ? { verb: billingVerbs.line, data: { id, by, line: markOf(label), currency, invoice } }
    : pressFilter(id, currencyFilter(currency), invoice);

export const currencyFilter = (currency: string): string => `currency "${currency}"`;

/** The words of a filter for one part; undefined for a label that no filter can hold. */
export const partFilter = (by: Dimension, label: string): string | undefined => {
  if (label.length >= LONGEST_IN_FILTER || (label.includes('"') && /[“”]/.test(label))) return undefined;
  return label.includes('"') ? `${by} “${label}”` : `${by} "${label}"`;
};

/** A stored label of this length may have been cut. */
const LONGEST_IN_FILTER = 200;
