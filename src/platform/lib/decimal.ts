import { withoutTail } from './text.ts';
/** An exact decimal number as text in its one canonical form (`-12.5`, `0.07`, `0`): equal numbers are equal texts. */
export type Decimal = `${number}` & { readonly decimal: unique symbol };

/** `digits` × 10^-`scale`. */
interface Parts {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;
const NOTATION = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
/** No amount of money is longer, and an exponent could make a text of any length. */
const MOST_DIGITS = 100;

/** Parses a number in any notation. @returns undefined for a text that is no number, and for one of more than 100 places */
export const parseDecimal = (value: string | number): Decimal | undefined => {
  if (typeof value === 'number' && isPlain(value)) return writeNumber(value) as Decimal;
  const text = String(value);
  if (PLAIN.test(text) && text !== '-0' && text.length <= MOST_DIGITS) return text as Decimal;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NOTATION.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole + fraction === '' || text.length > MOST_DIGITS || Math.abs(scale) > MOST_DIGITS) return undefined;
  const digits = BigInt(whole + fraction);
  return write({ digits: sign === '-' ? -digits : digits, scale });
};

/** The numbers that JavaScript itself writes in the canonical form, without an exponent. */
const isPlain = (value: number): boolean => {
  const size = Math.abs(value);
  return (size >= 1e-6 && size < 1e21) || size === 0;
};

/** The texts after the decimal point for four places: built once, because invoices have many such numbers. */
const FRACTIONS = Array.from({ length: 10_000 }, (_, rest) =>
  rest === 0 ? '' : `.${withoutTail(String(rest).padStart(4, '0'), '0')}`,
);

/** The same as String, several times faster for up to four places. */
const writeNumber = (value: number): string => {
  const size = Math.abs(value);
  const scaled = Math.round(size * 1e4);
  if (scaled / 1e4 !== size || scaled >= 1e15) return String(value);
  const whole = Math.floor(scaled / 1e4);
  return `${value < 0 ? '-' : ''}${whole}${FRACTIONS[scaled - whole * 1e4]}`;
};

/** @throws RangeError when `parseDecimal` returns undefined */
export const decimal = (value: string | number): Decimal => {
  const parsed = parseDecimal(value);
  if (parsed === undefined) throw new RangeError('not a decimal number');
  return parsed;
};

const write = ({ digits, scale }: Parts): Decimal => {
  const size = (digits < 0n ? -digits : digits) * 10n ** BigInt(Math.max(0, -scale));
  const places = Math.max(0, scale);
  const text = String(size).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  const fraction = withoutTail(text.slice(text.length - places), '0');
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}` as Decimal;
};

const read = (value: Decimal): Parts => {
  const point = value.indexOf('.');
  return { digits: BigInt(value.replace('.', '')), scale: point < 0 ? 0 : value.length - point - 1 };
};

/** The digits of both at the larger of their scales. */
const aligned = (a: Decimal, b: Decimal): readonly [bigint, bigint, number] => {
  const [left, right] = [read(a), read(b)];
  const scale = Math.max(left.scale, right.scale);
  const at = ({ digits, scale: own }: Parts): bigint => digits * 10n ** BigInt(scale - own);
  return [at(left), at(right), scale];
};

/** Below 0, 0 or above 0, as for a sort function. */
export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : Number(left > right);
};

export const addDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [left, right, scale] = aligned(a, b);
  return write({ digits: left + right, scale });
};

export const negateDecimal = (value: Decimal): Decimal => {
  const { digits, scale } = read(value);
  return write({ digits: -digits, scale });
};

export const subtractDecimals = (a: Decimal, b: Decimal): Decimal => addDecimals(a, negateDecimal(b));

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => {
  const [left, right] = [read(a), read(b)];
  return write({ digits: left.digits * right.digits, scale: left.scale + right.scale });
};

/** Rounds to so many places after the point, half away from zero. */
export const roundDecimal = (value: Decimal, places: number): Decimal => {
  const { digits, scale } = read(value);
  if (scale <= places) return value;
  const unit = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return write({ digits: (digits + half) / unit, scale: places });
};

/** `part` / `whole` to so many places, a half away from zero; undefined where the whole is 0. */
export const ratioOf = (part: Decimal, whole: Decimal, places: number): Decimal | undefined => {
  const [left, right] = aligned(part, whole);
  if (right === 0n) return undefined;
  const [top, bottom] = [left * 10n ** BigInt(places) * 2n, right * 2n];
  const half = top < 0n === right < 0n ? bottom / 2n : -bottom / 2n;
  return write({ digits: (top + half) / bottom, scale: places });
};

/** An exact running sum of many numbers, in constant memory. */
export interface DecimalSum {
  add(value: Decimal): void;
  subtract(value: Decimal): void;
  total(): Decimal;
}

/** One integer for each scale, so that adding needs no scaling. */
export const decimalSum = (): DecimalSum => {
  const byScale = new Map<number, bigint>();
  const put = ({ digits, scale }: Parts): void => {
    byScale.set(scale, (byScale.get(scale) ?? 0n) + digits);
  };
  return {
    add: (value) => put(read(value)),
    subtract(value) {
      const { digits, scale } = read(value);
      put({ digits: -digits, scale });
    },
    total: () => [...byScale].reduce((sum, [scale, digits]) => addDecimals(sum, write({ digits, scale })), ZERO),
  };
};

export const ZERO = '0' as Decimal;
