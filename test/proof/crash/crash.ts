import type { Proof } from '../proof.ts';
import { runOnStores, shuffled } from '../run-on-stores.ts';
import { openCrashEnvironment } from './environment.ts';
import { type KillPoint, killPoints } from './points.ts';

/** 26 kill points, 30 times each, on both stores. */
const RUNS = 26 * 30 * 2;
/** Runs on one environment: its stores grow, and so does the time to read them. */
const RUNS_PER_ENVIRONMENT = 26;

/** The first story under fire: at each of these moments, where something could be lost or done twice, the process is killed. */
export const crashAt = (where: readonly KillPoint[]): Proof => ({
  name: 'crash',
  runs: RUNS,
  prove(options) {
    const { seed, stores, complain } = options;
    const points = shuffled(where, seed);
    return runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, kind) =>
        openCrashEnvironment(store, {
          seed,
          // Each point comes on every store before it comes again.
          pointOf: (run) => inTurn(points, Math.floor((run - 1) / stores.length)),
          complain: (run, point, words) =>
            complain({ run, at: `${kind} ${point.name} ${point.where} (${point.then})`, words }),
        }),
    });
  },
});

export const crash = crashAt(killPoints);

const inTurn = <T>(things: readonly T[], n: number): T => things[n % things.length] as T;
