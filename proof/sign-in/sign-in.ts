import { defineProof } from '../lib/define-proof.ts';
import { planBy } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * People sign in to approve: in time and late, as themselves and as others, in two browsers, twice, for another request, with codes
 * and tokens of any age, while the policy changes and Steward restarts. Every press is compared with a model, and nothing is lost.
 */
export const signInProof = defineProof({
  name: 'sign-in',
  says: 'a vote counts with a sign-in of its person for it, young, strong and unused, and with no other',
  short: { runs: 12, seed: 3 },
  runs: 1_000,
  runsEach: 50,
  plan: planBy,
  kinds: {
    of: ({ acts }) => acts.flatMap((act) => [act.kind, ...(act.kind === 'press' ? [`with ${act.brings.is}`] : [])]),
    every: [
      ...['deny', 'policy', 'press', 'restart', 'storm', 'token', 'visit', 'wait'],
      ...['with code', 'with guess', 'with nothing', 'with token'],
    ],
  },
  world: openWorld,
  evidence: (world, plan) => world.play(plan),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
