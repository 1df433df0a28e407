import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { shuffled } from '../run-on-stores.ts';
import { openApproverEnvironment } from './environment.ts';
import { type SignInKillPoint, signInKillPoints } from './points.ts';

/** 25 kill points, 10 times each, on both stores. */
const RUNS = 25 * 10 * 2;

/** A grant in the approver's name: at each moment between their sign-in and the grant the process is killed. */
const approverPermissionAt = (where: readonly SignInKillPoint[]): Proof => ({
  name: 'approver-permission',
  says: 'a bot that is killed between a sign-in and the grant in its person’s name loses nothing and does nothing twice',
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

/** Each of another kind: a row, a code, a token, a decision, the vendor's call, a refused token. */
const few = ['P2', 'P6', 'P8', 'P10', 'P14', 'P19', 'P23'];
const smaller = approverPermissionAt(signInKillPoints.filter(({ name }) => few.includes(name)));

export const approverPermission: Proof = {
  ...approverPermissionAt(signInKillPoints),
  short: { runs: few.length, seed: 3, on: 'sqlite', smaller },
};
