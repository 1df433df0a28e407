import { isOpen } from '../../src/engine/changes/change.ts';
import { defineProof } from '../lib/define-proof.ts';
import { faultsOf } from './laws.ts';
import { scheduleBy } from './plan.ts';
import { openWorld } from './world.ts';

/**
 * Extensions approved, denied and withdrawn, removals, restarts and lost answers in any order, at a service that takes what
 * follows an assignment and at one that does not.
 */
export const extensionProof = defineProof({
  name: 'access-14',
  says: 'access ends at the latest approved end, not sooner and not later',
  short: { runs: 24, seed: 7 },
  runs: 5_000,
  runsEach: 150,
  shrinks: true,
  plan: scheduleBy,
  kinds: {
    of: ({ steps, adjacent }) => [...steps.map(({ kind }) => kind), `adjacent ${adjacent}`],
    every: [
      ...['approve', 'approve and remove', 'deny', 'extend', 'remove', 'restart', 'wait', 'withdraw'],
      ...['adjacent true', 'adjacent false'],
    ],
  },
  world: openWorld,
  evidence: (world, schedule) => world.live(schedule),
  laws: {
    'nothing is stuck': ({ changes }) =>
      changes.filter(({ state }) => isOpen(state)).map(({ kind, state }) => `${kind} is ${state}`),
    'the record of the service': ({ changes, service }, schedule) => faultsOf(changes, service, schedule),
  },
});
