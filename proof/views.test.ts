import { sqliteStores } from '../test/support/database.ts';
import { diceOf } from './lib/dice.ts';
import { idOf } from './lib/policy-text.ts';
import { calm, policyText } from './policy-change/policy.ts';
import { kindProblems, type Spoil } from './views/kinds/checks.ts';
import { type KindPlan, kindPlanBy } from './views/kinds/plan.ts';
import { openKindWorld } from './views/kinds/world.ts';
import { layoutProblems } from './views/laws.ts';
import type { CardPlan } from './views/plan.ts';
import { type Drawing, drawnAsItIs, problemsOf } from './views/views.ts';
import { openCardWorld } from './views/world.ts';

jest.setTimeout(300_000);

describe('a card that waits', () => {
  const stores = sqliteStores();
  beforeAll(() => stores.start());
  afterAll(() => stores.stop());
  const waiting: CardPlan = {
    ...{ policies: [policyText(calm)], asker: 'ana', role: 'reader', days: 2, votes: [], ending: 'none' },
    crowd: 61,
  };
  const cy = { objectId: idOf('cy') };

  it.each<[string, Drawing, string | undefined]>([
    ['drawn as it is has no violation', drawnAsItIs, undefined],
    [
      'with one decider’s buttons in every view is a violation',
      (world, change, viewer) => drawnAsItIs(world, change, viewer && cy),
      'fi is refused “Approve” of their view',
    ],
    [
      'with one decider’s buttons for everybody is a violation',
      (world, change, viewer) => drawnAsItIs(world, change, viewer ?? cy),
      'ana is refused “Approve” of the shared card',
    ],
    [
      'with an empty view is a violation',
      async (world, change, viewer) => (viewer ? { body: [] } : drawnAsItIs(world, change, viewer)),
      'the view does not tell “Waiting for approval”',
    ],
  ])('%s', async (_what, draw, violation) => {
    const store = await stores.create();
    const world = await openCardWorld(store.url, policyText(calm));
    const found = await problemsOf(world, waiting, draw);
    await world.end();
    await store.remove();
    if (violation === undefined) expect(found).toEqual([]);
    else expect(found).toContainEqual(expect.stringContaining(violation));
  });
});

describe('a watch’s card', () => {
  const stores = sqliteStores();
  beforeAll(() => stores.start());
  afterAll(() => stores.stop());
  const policy = kindPlanBy(diceOf(1, 1)).policy.replace(/alerts: .*/, 'alerts: { watch: [leads] }');
  const watch: KindPlan = {
    ...{ kind: 'watch', policy, askers: ['bo'], pressers: ['ana', 'cy'], crowd: 61 },
    ...{ hidden: false, over: false, taken: false, quiet: false },
  };
  const stop = { type: 'Action.Execute', title: 'Stop', verb: 'watch.stop', data: { ref: 'W-7KQ2M' } };

  it.each<[string, Spoil, string | undefined]>([
    ['drawn as it is has no violation', (card) => card, undefined],
    [
      'with a watcher’s button for everybody is a violation',
      (card, as) => (as === undefined ? { ...card, actions: [stop] } : card),
      'ana is refused watch.stop',
    ],
    [
      'without a watcher’s buttons in their view is a violation',
      (card, as) => (as === 'cy' ? { ...card, actions: [] } : card),
      'cy may press watch.pause',
    ],
  ])('%s', async (_what, spoil, violation) => {
    const store = await stores.create();
    const world = await openKindWorld(store.url);
    const found = await kindProblems(world, watch, spoil);
    await world.end();
    await store.remove();
    if (violation === undefined) expect(found).toEqual([]);
    else expect(found).toContainEqual(expect.stringContaining(violation));
  });
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
