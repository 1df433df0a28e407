import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openFormEnvironment } from './environment.ts';
import { planOf } from './plan.ts';

/** What people type into a form while the bot restarts: nothing is mixed up, nothing is lost. */
export const forms: Proof = {
  name: 'forms',
  says: 'two people who fill in the same form while the bot restarts each get the request that they typed',
  short: { runs: 2, seed: 3, on: 'sqlite' },
  /** Two people in one thread, a hundred times, and each time the bot goes in the middle. */
  runs: 100,
  prove: (options) =>
    proveOnStores(options, {
      runsPerEnvironment: 25,
      at(run, kind) {
        const { ending, at } = planOf(options.seed, run);
        return `${kind}, page ${at + 1}, ${'where' in ending ? ending.where : ending.kind}`;
      },
      open: ({ url }) => openFormEnvironment(url, options.seed),
    }),
};
