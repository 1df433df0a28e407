import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimal,
  negateDecimal,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '#platform/lib/decimal.ts';
import cases from '../../fixtures/lib/decimal.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';

const decimals = fc.stringMatching(/^-?\d{1,20}\.\d{1,12}$/).map(decimal);
const holds = (law: (a: Decimal, b: Decimal) => void): void =>
  fc.assert(fc.property(decimals, decimals, law), { numRuns: 300 });

/** Another way to say how much: whole units of 10^-13. */
const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(13, '0'));
  return text.startsWith('-') ? -size : size;
};

test('a sum and a difference are those of whole numbers', () => {
  holds((a, b) => {
    expect(units(addDecimals(a, b))).toBe(units(a) + units(b));
    expect(units(subtractDecimals(a, b))).toBe(units(a) - units(b));
  });
});

test('order is that of whole numbers', () => {
  holds((a, b) =>
    expect(Math.sign(compareDecimals(a, b))).toBe(units(a) < units(b) ? -1 : Number(units(a) > units(b))),
  );
});

test('what is added and taken away again is the same text', () => {
  holds((a, b) => expect(subtractDecimals(addDecimals(a, b), b)).toBe(a));
});

test('negating twice gives the same text, and a number and its opposite are nothing', () => {
  holds((a) => {
    expect(negateDecimal(negateDecimal(a))).toBe(a);
    expect(addDecimals(a, negateDecimal(a))).toBe('0');
  });
});

test('every number of up to 15 digits that JavaScript writes is read as that number', () => {
  const texts = fc.stringMatching(/^[1-9]\d{0,8}\.\d{0,4}[1-9]$/);
  fc.assert(
    fc.property(texts, (text) => expect(decimal(Number(text))).toBe(text)),
    { numRuns: 300 },
  );
});

test.each(cases.numbers)('$value is read as $expected', ({ value, expected }) => {
  expect(parseDecimal(value)).toBe(expected);
});

test.each(['', '-', '.', 'e5', '1,5', '0x10', ' 1', '1_000', 'NaN', Number.NaN, Number.POSITIVE_INFINITY, '1e9999'])(
  '%j is no number',
  (value) => {
    expect(parseDecimal(value)).toBeUndefined();
    expect(() => decimal(value)).toThrow(RangeError);
  },
);

test('a text of any length costs nothing', () => {
  expect([parseDecimal('1e999'), parseDecimal('9'.repeat(1_000_000)), parseDecimal('1e-101')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each(cases.places)('$value to $places places is $expected', ({ value, places, expected }) => {
  expect(roundDecimal(decimal(value), places)).toBe(expected);
});

test('a number is written as JavaScript writes it, however many places it has', () => {
  const numbers = fc.stringMatching(/^-?\d{1,14}\.\d{1,8}$/).map(Number);
  const isWritten = (value: number): boolean => parseDecimal(value) === String(value === 0 ? 0 : value);
  fc.assert(fc.property(numbers, isWritten), { numRuns: 20_000 });
});
