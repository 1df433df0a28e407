import { refreshesByItself, refreshOf } from '../../../../src/sandbox/teams/page/data/refresh.ts';

const card = (userIds?: readonly string[]) => ({
  refresh: { action: { type: 'Action.Execute', verb: 'look' }, ...(userIds && { userIds }) },
});
const sixtyOne = Array.from({ length: 61 }, (_, at) => `29:${at}`);

it('presses what the card says', () => {
  expect(refreshOf(card())).toEqual({ verb: 'look' });
});

it.each([
  ['no card', null],
  ['a card without refresh', { type: 'AdaptiveCard' }],
  ['a refresh that is no Action.Execute', { refresh: { action: { type: 'Action.Submit' } } }],
])('%s refreshes nothing', (_what, json) => {
  expect([refreshOf(json), refreshesByItself(json, '29:0')]).toEqual([undefined, false]);
});

it('a card that names nobody in particular refreshes for everybody', () => {
  expect(refreshesByItself(card(), '29:0')).toBe(true);
});

it('a card with an empty list refreshes for nobody by itself', () => {
  expect(refreshesByItself(card([]), '29:0')).toBe(false);
});

it.each([
  [59, true],
  [60, false],
])('of 61 people the one at place %i is asked for: %s', (at, refreshes) => {
  expect(refreshesByItself(card(sixtyOne), `29:${at}`)).toBe(refreshes);
});
