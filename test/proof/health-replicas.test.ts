import { postgresStores } from '../support/database.ts';
import { type ReplicaHistory, replicaViolations } from './health/replicas/invariants.ts';
import { replicas } from './health/replicas/replicas.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

const onPostgres = postgresStores() ? it : it.skip;

onPostgres('two processes that are killed and stand still post each card once', async () => {
  expect(await proveShortly(replicas, { runs: 6, seed: 3 })).toEqual({ made: 6, violations: [] });
});

describe('the invariants find', () => {
  const right: ReplicaHistory = {
    mark: 'T1T',
    channel: 'general',
    wanted: true,
    cards: 2,
    known: 1,
    lost: 1,
    newest: true,
  };

  it('nothing wrong with one card, and one more for a lost answer', () => expect(replicaViolations(right)).toEqual([]));

  it.each<[string, Partial<ReplicaHistory>]>([
    ['a card that is missing', { known: 0, cards: 1 }],
    ['two cards that are kept', { known: 2 }],
    ['a card where none belongs', { wanted: false }],
    ['a card that says an old word', { newest: false }],
    ['a card more than answers were lost', { cards: 3 }],
    ['a second card though no answer was lost', { lost: 0 }],
  ])('%s', (_what, wrong) => {
    const history = { ...right, ...wrong };
    expect(replicaViolations({ ...history, cards: Math.max(history.cards, history.known) })).toHaveLength(1);
  });
});
