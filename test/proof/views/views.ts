import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { type Drawing, drawnAsItIs, openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 200;

/** @param draw what is shown to whom */
export const viewsProof = (draw: Drawing): Proof => ({
  name: 'views',
  runs: 2_000,
  async prove(options) {
    const { seed, complain, tell } = options;
    let views = 0;
    const begun = process.cpuUsage();
    const made = await runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) =>
        openEnvironment(store, seed, {
          draw,
          complain: (run, words) => complain({ run, at, words }),
          seen: () => {
            views += 1;
          },
        }),
    });
    const { user, system } = process.cpuUsage(begun);
    tell?.(
      `${views} views of ${made} cards, each pressed; ${Math.round((user + system) / 1_000_000)} s of processor time`,
    );
    return made;
  },
});

/**
 * Cards in every state under every policy, in the eyes of everybody: whatever button a person sees is not refused when it is pressed,
 * everybody sees the state, and in a large conversation or an older client the shared card brings all of it.
 */
export const views = viewsProof(drawnAsItIs);
