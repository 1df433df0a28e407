import { inLanes } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { openStage } from './stage.ts';

/** Runs on one store. */
const WORN = 150;

/**
 * Requests, votes, changes of the policy and restarts in any order, against a model of what the policy means: nothing is approved and
 * nothing goes out without the votes that the policy of that moment requires, and nobody is stuck.
 */
export const policyChange: Proof = {
  name: 'policy-change',
  runs: 3_000,
  prove(options) {
    const { seed, complain } = options;
    return inLanes(options, {
      worn: WORN,
      open: (store, at) => openStage(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
