import { parseExact } from '../../src/api/response/response.ts';
import { seededRandom } from '../support/seeded-random.ts';

const random = seededRandom(11);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const longNumber = '1234567890123456.78';
const scalars = [
  longNumber,
  `-${longNumber}`,
  '0.1234567890123456789',
  '12345678901234567890',
  '1.2345678901234567e-5',
  '100000000000000000',
  '0.000000000000012',
  '12.5',
  '-0',
  '"12345678901234567"',
  '"a: 12345678901234567, b"',
  '"\\": 12345678901234567,"',
  '":12345678901234567"',
  '"x\\\\"',
  'null',
  'true',
];
const keys = ['value', 'a b', 'x":', '1234567890123456789', '\\"q', 'é'];

const anyJson = (depth: number): string => {
  const space = pick(['', ' ', '\n  ']);
  if (depth === 0 || random() < 0.3) return pick(scalars);
  const items = Array.from({ length: Math.floor(random() * 4) }, () => anyJson(depth - 1));
  if (random() < 0.4) return `[${items.join(`${space},${space}`)}]`;
  const fields = items.map((item, index) => `${JSON.stringify(pick(keys) + index)}${space}:${space}${item}`);
  return `{${space}${fields.join(`,${space}`)}${space}}`;
};

/** The reference: every number's source text, by JSON.parse. */
const reference = (text: string): unknown =>
  (JSON as unknown as { parse(text: string, revive: unknown): unknown }).parse(
    text,
    (_: string, value: unknown, { source }: { source?: string }) =>
      typeof value === 'number' &&
      (source ?? '').replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').length > 15
        ? source
        : value,
  );

test('random JSON is parsed like the reference', () => {
  for (let count = 0; count < 3_000; count += 1) {
    const text = anyJson(4);
    expect([text, parseExact(text)]).toEqual([text, reference(text)]);
  }
});

test.each([
  [`{"value":${longNumber}}`, { value: longNumber }],
  [`{"value" : -${longNumber} }`, { value: `-${longNumber}` }],
  [`[${longNumber},1]`, [longNumber, 1]],
  [longNumber, longNumber],
  ['{"value":123456789012345}', { value: 123456789012345 }],
  ['{"value":0.123456789012345}', { value: 0.123456789012345 }],
  ['{"value":1e400}', { value: Number.POSITIVE_INFINITY }],
  [`{"text":"order ${longNumber} shipped","value":1}`, { text: `order ${longNumber} shipped`, value: 1 }],
  [`{"":${longNumber}}`, { '': longNumber }],
])('%s is parsed to %j', (text, expected) => {
  expect(parseExact(text)).toEqual(expected);
});

test.each([
  '{"value":01234567890123456789}',
  '{"value":1234567890123456.}',
  `{"value":${longNumber}`,
  `{"value":${longNumber} 1}`,
  `{"value":+${longNumber}}`,
  '',
])('%s is refused', (text) => {
  expect(() => parseExact(text)).toThrow(SyntaxError);
});
