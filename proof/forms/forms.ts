import { defineProof } from '../lib/define-proof.ts';
import { openFormEnvironment } from './environment.ts';
import { planOf } from './plan.ts';

/** Two people in one thread, and each time the bot goes in the middle: nothing is mixed up, nothing is lost. */
export const forms = defineProof({
  name: 'forms',
  says: 'two people who fill in the same form while the bot restarts each get the request that they typed',
  short: { runs: 2, seed: 3, on: 'sqlite' },
  runs: 100,
  runsEach: 25,
  plan: (_dice, run, seed) => planOf(seed, run),
  at: ({ ending, at }) => `page ${at + 1}, ${'where' in ending ? ending.where : ending.kind}`,
  world: ({ url }) => openFormEnvironment(url),
  evidence: (world, plan) => world.fillIn(plan),
  laws: { 'each has what they typed': (wrong) => wrong },
});
