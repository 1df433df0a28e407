import type { Proof } from '../../proof.ts';
import { runOnStores } from '../../run-on-stores.ts';
import { openDowntimeEnvironment } from './environment.ts';
import { downtimePlan } from './plan.ts';

const RUNS = 20;
/** Of the longer of two lists. */
const PAGES = 41;
/** Each downtime has a store of its own: ten days leave much behind. */
const RUNS_PER_ENVIRONMENT = 1;

/** The bot stops for ten days in which much comes and goes. @param pages how many the list has, at least */
export const downtimeOver = (pages: number): Proof => ({
  name: 'health-5',
  runs: RUNS,
  prove(options) {
    const { seed, complain } = options;
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      async open(store, kind) {
        const environment = await openDowntimeEnvironment(store.url);
        return {
          async run(run) {
            const plan = downtimePlan(seed, run, pages);
            const wrong = await environment.run(plan).catch((error: Error) => [error.message]);
            const at = `${kind}, ${plan.stop}, page ${plan.forgottenAt} forgotten`;
            for (const words of wrong) complain({ run, at, words });
            return wrong.length === 0;
          },
          end: () => environment.end(),
        };
      },
    });
  },
});

export const downtime = downtimeOver(PAGES);
