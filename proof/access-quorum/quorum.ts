import { defineProof } from '../lib/define-proof.ts';
import { planBy } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Requests that some of several people must approve, in stages or at once, with people who press on several devices and with second
 * accounts, whoever asks among those who decide, and deciders who leave.
 */
export const quorumProof = defineProof({
  name: 'access-12',
  says: 'each person counts once on whatever device, and every copy says how far a request is',
  short: { runs: 10, seed: 3 },
  runs: 1_000,
  // Its clock goes on by hours with each run.
  runsEach: 50,
  shrinks: true,
  plan: planBy,
  world: openWorld,
  evidence: (world, plan) => world.play(plan),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
