import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { openDowntimeEnvironment } from './environment.ts';
import { type DowntimePlan, downtimePlan } from './plan.ts';

/** The bot is stopped for ten days with many incidents. @param pages minimum length of the longer of two lists */
const downtimeOver = (pages: number): Proof => ({
  name: 'health-5',
  says: 'a bot that comes back after ten days posts one digest in each channel and a card for each active incident',
  runs: 20,
  prove(options) {
    const planOf = (run: number): DowntimePlan => downtimePlan(options.seed, run, pages);
    return proveOnStores(options, {
      // Each downtime has its own store: ten days store many rows.
      runsPerEnvironment: 1,
      at(run, kind) {
        const { stop, forgottenAt } = planOf(run);
        return `${kind}, ${stop}, page ${forgottenAt} forgotten`;
      },
      open: ({ url }) => openDowntimeEnvironment(url, planOf),
    });
  },
});

export const downtime: Proof = {
  ...downtimeOver(41),
  short: { runs: 1, seed: 4, on: 'postgres', smaller: downtimeOver(10) },
};
