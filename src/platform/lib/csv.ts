import { parseDecimal } from './decimal.ts';

/** A value of a cell; undefined: empty. */
export type Cell = string | number | boolean | undefined;

/** By this at its beginning spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Positions at which a spreadsheet would read a formula: at the beginning, and after separators other than a comma. */
const FORMULA = /^(?=[\t\r\n=+\-@＝＋－＠'])|(?<=[;\t|\r\n])(?=[=+\-@＝＋－＠'])/g;

/**
 * A text gets an apostrophe before a possible formula, and before an apostrophe there.
 * To get the vendor's text back, remove one at the beginning and one after each `;`, `|`, tab and line end.
 */
export const csvCell = (value: Cell): string => {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  if (parseDecimal(value) === value) return value;
  const text = value.replace(FORMULA, "'");
  return `"${text.replaceAll('"', '""')}"`;
};

/** Cells as `csvCell` writes them, and the end of the line. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
