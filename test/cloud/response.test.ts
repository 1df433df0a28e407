import { z } from 'zod';
import { lenient, parseExact, word } from '#cloud/response/response.ts';
import cases from '../fixtures/cloud/response.json' with { type: 'json' };
import { fc } from '../support/fast-check.ts';

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

const spaces = fc.constantFrom('', ' ', '\n  ');
const { json } = fc.letrec<{ json: string; array: string; object: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.constantFrom(...scalars), tie('array'), tie('object')),
  array: fc
    .tuple(spaces, fc.array(tie('json'), { maxLength: 3 }))
    .map(([space, items]) => `[${items.join(`${space},${space}`)}]`),
  object: fc
    .tuple(spaces, fc.array(fc.tuple(fc.constantFrom(...keys), tie('json')), { maxLength: 3 }))
    .map(([space, items]) => {
      const fields = items.map(([key, item], at) => `${JSON.stringify(key + at)}${space}:${space}${item}`);
      return `{${space}${fields.join(`,${space}`)}${space}}`;
    }),
}));

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
  fc.assert(
    fc.property(json, (text) => expect(parseExact(text)).toEqual(reference(text))),
    { numRuns: 3_000 },
  );
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

const schema = lenient({ displayName: z.string(), status: word('Provisioned', 'Revoked').optional() });

test.each(cases.wrongCase)('an object $what is accepted', ({ value }) => {
  expect(schema.parse(value)).toEqual({ displayName: 'a' });
});

test.each([
  ['provisioned', 'Provisioned'],
  ['REVOKED', 'Revoked'],
  ['BrandNew', 'BrandNew'],
])('the word %s is read as %s', (status, expected) => {
  expect(schema.parse({ displayName: 'a', status }).status).toBe(expected);
});

test.each([null, 'text', 7, [], { displayName: 7 }, { displayName: null }, {}])('the value %j is refused', (value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test('__proto__ and constructor are not read as fields', () => {
  const named = lenient({ id: z.string() });
  expect(named.safeParse(JSON.parse('{"__proto__":{"id":"2"},"constructor":"x"}')).success).toBe(false);
});
