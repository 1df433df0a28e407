import { defineProof } from '../lib/define-proof.ts';
import { violationsOf } from './laws.ts';
import { planBy } from './plan.ts';
import { openWorld } from './world.ts';

/** Approvals, new requests, revocations, freezes and their ends at the same moment, in two engines on one store. */
export const changeFreeze = defineProof({
  name: 'change-freeze',
  says: 'of a freeze and an approval at the same moment one comes first, and all cards agree',
  short: { runs: 12, seed: 3 },
  runs: 1_000,
  runsEach: 50,
  plan: planBy,
  kinds: {
    of: ({ acts }) => acts.map(({ kind }) => kind),
    every: ['approve', 'ask', 'deny', 'freeze', 'revoke', 'unfreeze'],
  },
  world: openWorld,
  evidence: (world, plan) => world.play(plan),
  laws: {
    'of two that exclude each other one comes first': ({ trace }) => violationsOf(trace),
    'every card says so, and nothing is stuck': ({ wrong }) => wrong,
    'the store is whole': ({ store }) => store,
  },
});
