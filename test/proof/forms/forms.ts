import { inLanes } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { openFormStage } from './stage.ts';

/** Two people in one thread, a hundred times, and each time the bot goes in the middle. */
const RUNS = 100;
const WORN = 25;

/** What people type into a form while the bot restarts: nothing is mixed up, nothing is lost. */
export const forms: Proof = {
  name: 'forms',
  runs: RUNS,
  prove(options) {
    const { seed, complain } = options;
    return inLanes(options, {
      worn: WORN,
      open: (store, kind) =>
        openFormStage(store, {
          seed,
          complain: (run, { ending, at }, words) =>
            complain({ run, at: `${kind}, page ${at + 1}, ${'where' in ending ? ending.where : ending.kind}`, words }),
        }),
    });
  },
};
