import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { shuffled } from '../run-on-stores.ts';
import { openCrashEnvironment } from './environment.ts';
import { type KillPoint, killPoints } from './points.ts';

/** 27 kill points, 30 times each, on both stores. */
const RUNS = 27 * 30 * 2;

/** The first story under fire: at each of these moments, where something could be lost or done twice, the process is killed. */
const crashAt = (where: readonly KillPoint[]): Proof => ({
  name: 'crash',
  says: 'a bot that is killed at some points of the first story loses nothing and does nothing twice',
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

/** Each of another kind: a claim, a post, a decision, the vendor's call, a removal, and one that is refused for now. */
const few = ['K5', 'K8', 'K13', 'K15', 'K17', 'K25', 'K27'];
const smaller = crashAt(killPoints.filter(({ name }) => few.includes(name)));

export const crash: Proof = {
  ...crashAt(killPoints),
  short: { runs: few.length, seed: 3, on: 'sqlite', smaller },
};
