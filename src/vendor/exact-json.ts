/** A number's digits that a double can't hold, 16 and more, outside of what is surely text. */
const LONG_NUMBER = /[:[,\s]-?(?=[\d.eE+-]{16})\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/;

/**
 * JSON whose numbers of more than 15 significant digits come as text, as they stand there (design, section 4, Money): a
 * double prints shorter ones back exactly. The whole text is read a second way only where there is such a number.
 * @throws SyntaxError
 */
export const parseExact = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumbers as Reviver) : JSON.parse(text);

/** The third argument is what TypeScript's library does not know yet. */
type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const keepLongNumbers = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && significantDigits(source) > 15 ? source : value;

const significantDigits = (source: string): number =>
  source.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length;
