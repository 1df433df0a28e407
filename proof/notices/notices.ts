import { sharedBy } from '../lib/define-proof.ts';
import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store: its clock goes on by weeks with each of them. A tenth of the runs is made on all stores, the others on one. */
const RUNS_PER_ENVIRONMENT = 50;
const WORKERS = 3;

/**
 * Requests over weekends and changes of the clock, with people in quiet hours, away, represented, reminded and escalated to,
 * against a model of whom Steward notifies and when.
 */
export const notices: Proof = {
  name: 'access-13',
  says: 'people who still have to decide are notified in time, and no others',
  short: { runs: 24, seed: 13 },
  runs: 5_000,
  async prove(options) {
    const { seed, runs, stores } = options;
    const onBoth = Math.ceil(runs / 10);
    const make = (some: typeof stores, count: number, before: number) =>
      proveOnStores(
        { ...options, runs: count, stores: some.flatMap((kind) => sharedBy(WORKERS, kind)) },
        {
          runsPerEnvironment: RUNS_PER_ENVIRONMENT,
          numberOf: (run) => run + before,
          open: (store) => openEnvironment(store, seed, before),
        },
      );
    const made = await make(stores, onBoth, 0);
    return made + (await make(stores.slice(0, 1), runs - onBoth, onBoth));
  },
};
