import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { openDowntimeEnvironment } from './environment.ts';
import { type DowntimePlan, downtimePlan } from './plan.ts';

/** The bot stops for ten days in which much comes and goes. @param pages how many the longer of two lists has, at least */
export const downtimeOver = (pages: number): Proof => ({
  name: 'health-5',
  runs: 20,
  prove(options) {
    const planOf = (run: number): DowntimePlan => downtimePlan(options.seed, run, pages);
    return proveOnStores(options, {
      // Each downtime has a store of its own: ten days leave much behind.
      runsPerEnvironment: 1,
      at(run, kind) {
        const { stop, forgottenAt } = planOf(run);
        return `${kind}, ${stop}, page ${forgottenAt} forgotten`;
      },
      open: ({ url }) => openDowntimeEnvironment(url, planOf),
    });
  },
});

export const downtime = downtimeOver(41);
