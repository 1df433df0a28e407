import { inLanes } from '../../lanes.ts';
import type { Proof } from '../../proof.ts';
import { openLedgerStage } from './stage.ts';

/** Runs on one stage. */
const WORN = 50;

/**
 * What translations cost is known before they go out, no budget is ever passed, and the ledger is never below what was
 * charged: with lost answers, refusals, several processes, and a process that is killed in the midst of it.
 */
export const ledger: Proof = {
  name: 'translation-3',
  runs: 200,
  prove(options) {
    const { seed, complain } = options;
    return inLanes(options, {
      worn: WORN,
      open: (store, kind) =>
        openLedgerStage(store, kind, { seed, complain: (run, words) => complain({ run, at: kind, words }) }),
    });
  },
};
