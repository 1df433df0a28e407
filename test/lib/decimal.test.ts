import {
  addDecimals,
  compareDecimals,
  decimal,
  negateDecimal,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '../../src/lib/decimal.ts';
import { seededRandom } from '../support/seeded-random.ts';

const random = seededRandom(7);
const digit = (): string => String(Math.floor(random() * 10));
const digits = (most: number): string => Array.from({ length: Math.floor(random() * most) }, digit).join('');
const anyNumber = (): string => `${random() < 0.5 ? '-' : ''}${digit()}${digits(20)}.${digits(12)}${digit()}`;
const pairs = Array.from({ length: 300 }, () => [decimal(anyNumber()), decimal(anyNumber())] as const);

/** Another way to say how much: whole units of 10^-13. */
const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(13, '0'));
  return text.startsWith('-') ? -size : size;
};

test('a sum and a difference are those of whole numbers', () => {
  for (const [a, b] of pairs) {
    expect(units(addDecimals(a, b))).toBe(units(a) + units(b));
    expect(units(subtractDecimals(a, b))).toBe(units(a) - units(b));
  }
});

test('order is that of whole numbers', () => {
  for (const [a, b] of pairs) {
    expect(Math.sign(compareDecimals(a, b))).toBe(units(a) < units(b) ? -1 : Number(units(a) > units(b)));
  }
});

test('what is added and taken away again is the same text', () => {
  for (const [a, b] of pairs) expect(subtractDecimals(addDecimals(a, b), b)).toBe(a);
});

test('negating twice gives the same text, and a number and its opposite are nothing', () => {
  for (const [a] of pairs) {
    expect(negateDecimal(negateDecimal(a))).toBe(a);
    expect(addDecimals(a, negateDecimal(a))).toBe('0');
  }
});

test('every number of up to 15 digits that JavaScript writes is read as that number', () => {
  for (let count = 0; count < 300; count += 1) {
    const text = `${1 + Math.floor(random() * 9)}${digits(9)}.${digits(4)}${1 + Math.floor(random() * 9)}`;
    expect(decimal(Number(text))).toBe(text);
  }
});

test.each([
  ['12.50', '12.5'],
  ['-0.0', '0'],
  [-0, '0'],
  ['+007.', '7'],
  ['.5', '0.5'],
  ['1e3', '1000'],
  ['1.25E-7', '0.000000125'],
  [1.25e-7, '0.000000125'],
  [1e21, '1000000000000000000000'],
  ['-12e-1', '-1.2'],
  ['100', '100'],
  ['1234567890123456.780', '1234567890123456.78'],
])('%j is read as %s', (value, expected) => {
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

test.each([
  ['2.345', 2, '2.35'],
  ['-2.345', 2, '-2.35'],
  ['2.344999999999999999', 2, '2.34'],
  ['0.5', 0, '1'],
  ['-0.4', 0, '0'],
  ['9.999', 2, '10'],
  ['7', 2, '7'],
])('%s to %d places is %s', (value, places, expected) => {
  expect(roundDecimal(decimal(value), places)).toBe(expected);
});

test('a number is written as JavaScript writes it, however many places it has', () => {
  for (let count = 0; count < 20_000; count += 1) {
    const value = (random() < 0.5 ? -1 : 1) * Number(`${digits(14)}${digit()}.${digits(7)}${digit()}`);
    expect(parseDecimal(value)).toBe(String(value === 0 ? 0 : value));
  }
});
