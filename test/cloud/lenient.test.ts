import { z } from 'zod';
import { lenient, word } from '#cloud/response/response.ts';

const schema = lenient({ displayName: z.string(), status: word('Provisioned', 'Revoked').optional() });

test.each([
  ['as documented', { displayName: 'a' }],
  ['capitalised', { DisplayName: 'a' }],
  ['in capitals', { DISPLAYNAME: 'a' }],
  ['with null for absent', { displayName: 'a', status: null }],
  ['with the first moment of .NET for none', { displayName: 'a', status: '0001-01-01T00:00:00Z' }],
  ['with the last moment of .NET for none', { displayName: 'a', status: '9999-12-31T23:59:59.9999999Z' }],
  ['with unknown fields', { displayName: 'a', more: { x: 1 } }],
])('an object %s is accepted', (_, value) => {
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
