import { defineProof } from '../lib/define-proof.ts';
import { openWorld } from './world.ts';

/**
 * Generated directories and policies: people join and leave groups, and groups in groups, between the card and the press; Graph breaks,
 * throttles, refuses or stops after half a list; what was read before is of any age. `policy explain` says what a model of the
 * documents says.
 */
export const directoryProof = defineProof({
  name: 'directory',
  says: 'nobody decides by a group of the directory that they are not in',
  short: { runs: 40, seed: 5 },
  runs: 2_000,
  runsEach: 200,
  // Its steps are drawn one by one, by what came of those before.
  plan: (dice) => dice,
  world: openWorld,
  evidence: (world, dice) => world.play(dice),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
