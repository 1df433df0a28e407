import { defineKillProof } from '../lib/kill-points.ts';
import { openCrashEnvironment } from './environment.ts';
import { killPoints } from './points.ts';

/** The first story under fire. */
export const crash = defineKillProof({
  name: 'crash',
  says: 'a bot that is killed at some points of the first story loses nothing and does nothing twice',
  // 27 kill points, 30 times each, on both stores.
  runs: 27 * 30 * 2,
  points: killPoints,
  // Each of another kind: a claim, a post, a decision, the vendor's call, a removal, and one that is refused for now.
  few: ['K5', 'K8', 'K13', 'K15', 'K17', 'K25', 'K27'],
  open: openCrashEnvironment,
});
