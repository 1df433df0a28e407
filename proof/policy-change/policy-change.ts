import { defineProof } from '../lib/define-proof.ts';
import { scheduleBy } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Requests, votes, changes of the policy and restarts in any order, against a model of what the policy means: nothing is approved and
 * nothing goes out without the votes that the policy of that moment requires, and nobody is stuck.
 */
export const policyChange = defineProof({
  name: 'policy-change',
  says: 'schedules of votes, policy changes and restarts follow the model',
  short: { runs: 24, seed: 7 },
  runs: 3_000,
  runsEach: 150,
  workers: 3,
  shrinks: true,
  plan: scheduleBy,
  kinds: {
    of: ({ steps }) => steps.map(({ kind }) => kind),
    every: ['before the call', 'both', 'edit', 'press', 'restart', 'wait'],
  },
  world: openWorld,
  evidence: (world, schedule) => world.play(schedule),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
