import { jsonPieces } from '../../../../src/sandbox/teams/page/text/json-colours.ts';

const samples = [{ a: 'x: "1"', b: [1, -2.5e3, null, true], c: {} }, 'plain "quoted" \\ text', [], 3, null];

it.each(samples)('the pieces of %j together are its whole JSON', (value) => {
  const json = JSON.stringify(value, null, 2);
  expect(
    jsonPieces(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json);
});

it('keys, strings and values are pieces of different kinds', () => {
  const kinds = jsonPieces('{"a":"b: c","d":12}').filter(({ kind }) => kind !== 'other');
  expect(kinds.map(({ text, kind }) => [text, kind])).toEqual([
    ['"a"', 'key'],
    ['"b: c"', 'string'],
    ['"d"', 'key'],
    ['12', 'value'],
  ]);
});
