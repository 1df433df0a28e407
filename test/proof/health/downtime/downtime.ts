import { inLanes } from '../../lanes.ts';
import type { Proof } from '../../proof.ts';
import { downtimePlan } from './plan.ts';
import { openDowntimeStage } from './stage.ts';

const RUNS = 20;
/** Of the longer of two lists. */
const PAGES = 41;
/** Each downtime has a store of its own: ten days leave much behind. */
const WORN = 1;

/** The bot stops for ten days in which much comes and goes. @param pages how many the list has, at least */
export const downtimeOver = (pages: number): Proof => ({
  name: 'health-5',
  runs: RUNS,
  prove(options) {
    const { seed, complain } = options;
    return inLanes(options, {
      worn: WORN,
      async open(store, kind) {
        const stage = await openDowntimeStage(store.url);
        return {
          async run(run) {
            const plan = downtimePlan(seed, run, pages);
            const wrong = await stage.run(plan).catch((error: Error) => [error.message]);
            const at = `${kind}, ${plan.stop}, page ${plan.forgottenAt} forgotten`;
            for (const words of wrong) complain({ run, at, words });
            return wrong.length === 0;
          },
          end: () => stage.end(),
        };
      },
    });
  },
});

export const downtime = downtimeOver(PAGES);
