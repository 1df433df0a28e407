import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { shuffled } from '../run-on-stores.ts';
import { openCrashEnvironment } from './environment.ts';
import { type KillPoint, killPoints } from './points.ts';

/** 27 kill points, 30 times each, on both stores. */
const RUNS = 27 * 30 * 2;

/** The first story under fire: at each of these moments, where something could be lost or done twice, the process is killed. */
export const crashAt = (where: readonly KillPoint[]): Proof => ({
  name: 'crash',
  runs: RUNS,
  prove(options) {
    const { seed, stores } = options;
    const points = shuffled(where, seed);
    // Each point comes on every store before it comes again.
    const pointOf = (run: number) => points[Math.floor((run - 1) / stores.length) % points.length] as KillPoint;
    return proveOnStores(options, {
      runsPerEnvironment: 27,
      at(run, kind) {
        const { name, where, then } = pointOf(run);
        return `${kind} ${name} ${where} (${then})`;
      },
      open: ({ url }) => openCrashEnvironment(url, { seed, pointOf }),
    });
  },
});

export const crash = crashAt(killPoints);
