import { defineProof } from '../lib/define-proof.ts';
import { faultsOf } from './laws.ts';
import { planBy, rules } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Reviews of people with grants of Steward's and of others, answered by several at once, under policies that change, restarts, lost
 * answers of the service and access that ends or is made anew meanwhile.
 */
export const reviewsProof = defineProof({
  name: 'access/reviews',
  says: 'a review removes what somebody decided to remove, and nothing else',
  short: { runs: 12, seed: 7 },
  runs: 1_000,
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  kinds: {
    of: ({ steps, rules: first, access }) => [
      ...steps.map(({ kind }) => kind),
      ...[first, ...access.map(({ at, ours }) => `${at} ${ours}`)],
    ],
    every: [
      ...['answer', 'answer and restart', 'approve', 'policy', 'replace', 'restart', 'vanish', 'wait', ...rules],
      ...['below true', 'below false', 'here true', 'here false', 'above true', 'above false'],
    ],
  },
  world: openWorld,
  evidence: (world, plan) => world.review(plan),
  laws: {
    'the service, the answers and the report agree': ({ seen, service, changes }) =>
      seen ? faultsOf(seen, service, changes) : ['the review is gone'],
  },
});
