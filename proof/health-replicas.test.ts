import { type ReplicaHistory, replicaViolations } from './health/replicas/plan.ts';
import { testViolations } from './lib/testing.ts';

describe('replicaViolations', () => {
  const right: ReplicaHistory = {
    ...{ mark: 'T1T', channel: 'general', wanted: true, cards: 2, known: 1, lost: 1, newest: true },
  };

  testViolations(replicaViolations, 'one card, and one more for a lost answer', right, [
    ['a missing card', { known: 0, cards: 1 }],
    ['a second stored card', { known: 2 }],
    ['a card in a channel that wants none', { wanted: false }],
    ['a card with an old text', { newest: false }],
    ['a card more than answers were lost', { cards: 3 }],
    ['a second card though no answer was lost', { lost: 0 }],
  ]);
});
