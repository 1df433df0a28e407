import { defineKillProof } from '../lib/kill-points.ts';
import { openApproverEnvironment } from './environment.ts';
import { signInKillPoints } from './points.ts';

/** A grant in the approver's name: the process is killed between their sign-in and the grant. */
export const approverPermission = defineKillProof({
  name: 'approver-permission',
  says: 'a bot that is killed between a sign-in and the grant in its person’s name loses nothing and does nothing twice',
  // 25 kill points, 10 times each, on both stores.
  runs: 25 * 10 * 2,
  points: signInKillPoints,
  // Each of another kind: a row, a code, a token, a decision, the vendor's call, a refused token.
  few: ['P2', 'P6', 'P8', 'P10', 'P14', 'P19', 'P23'],
  open: openApproverEnvironment,
});
