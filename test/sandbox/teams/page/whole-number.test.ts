import { wholeNumber } from '../../../../src/sandbox/teams/page/text/fault-choice.ts';

it.each(['1', '1000', ' 7 '])('“%s” is a whole number up to 1000', (text) => {
  expect(wholeNumber(text, 1_000, false)).toEqual({ number: Number(text) });
});

it.each(['0', '-3', '1.5', '1e2', 'three', '1001', ''])('“%s” is no whole number up to 1000', (text) => {
  expect(wholeNumber(text, 1_000, false)).toEqual({ problem: 'A whole number, 1 to 1000' });
});

it('an empty field has no number where it may be empty', () => {
  expect(wholeNumber(' ', 1_000, true)).toEqual({ number: undefined });
});
