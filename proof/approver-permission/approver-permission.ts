import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { shuffled } from '../run-on-stores.ts';
import { openApproverEnvironment } from './environment.ts';
import { type SignInKillPoint, signInKillPoints } from './points.ts';

/** 25 kill points, 10 times each, on both stores. */
const RUNS = 25 * 10 * 2;

/** A grant in the approver's name: at each moment between their sign-in and the grant the process is killed. */
export const approverPermissionAt = (where: readonly SignInKillPoint[]): Proof => ({
  name: 'approver-permission',
  runs: RUNS,
  prove(options) {
    const { seed, stores } = options;
    const points = shuffled(where, seed);
    const pointOf = (run: number) => points[Math.floor((run - 1) / stores.length) % points.length] as SignInKillPoint;
    return proveOnStores(options, {
      runsPerEnvironment: 25,
      at(run, kind) {
        const { name, where } = pointOf(run);
        return `${kind} ${name} ${where}`;
      },
      open: ({ url }) => openApproverEnvironment(url, { seed, pointOf }),
    });
  },
});

export const approverPermission = approverPermissionAt(signInKillPoints);
