import { idOf } from './policy-change/world.ts';
import { proveShortly } from './short-tier.ts';
import { drawnAsItIs } from './views/environment.ts';
import { layoutProblems } from './views/laws.ts';
import { views, viewsProof } from './views/views.ts';

jest.setTimeout(300_000);

const tier = { runs: 40, seed: 6 };

it('nobody sees a button that is refused, and everybody sees the state', async () => {
  expect(await proveShortly(views, tier)).toEqual({ made: tier.runs, violations: [] });
});

it('a view that shows everybody the buttons of one decider is a violation', async () => {
  const spoiled = viewsProof((world, change, viewer) => drawnAsItIs(world, change, viewer && { objectId: idOf('cy') }));
  const { violations } = await proveShortly(spoiled, { ...tier, on: 'sqlite' });
  expect(violations.some(({ words }) => words.includes('is refused “Approve” of their view'))).toBe(true);
});

it('a shared card with the buttons of one decider is a violation', async () => {
  const spoiled = viewsProof((world, change, viewer) => drawnAsItIs(world, change, viewer ?? { objectId: idOf('cy') }));
  const { violations } = await proveShortly(spoiled, { ...tier, on: 'sqlite' });
  expect(violations.some(({ words }) => words.includes('is refused “Approve” of the shared card'))).toBe(true);
});

const button = (title: string, more: object = {}) => ({ type: 'Action.Execute', title, verb: 'x', ...more });

it.each([
  ['four buttons on the card', ['a', 'b', 'c', 'd'].map((title) => button(title))],
  ['nothing but a menu', [button('a', { mode: 'secondary' })]],
  ['two primary buttons', [button('a', { style: 'positive' }), button('b', { style: 'positive' })]],
  ['a destructive button first', [button('a', { style: 'destructive' }), button('b')]],
])('%s is a violation', (_what, actions) => {
  expect(layoutProblems({ actions })).toHaveLength(1);
});
