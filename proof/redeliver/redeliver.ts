import { runInBatches } from '../batches.ts';
import type { Proof } from '../proof.ts';
import { openRedeliverEnvironment } from './environment.ts';
import { redeliveryOf } from './plan.ts';

/** Every press comes once to four times, under one id or several, to one process or two: it counts once, and is always answered. */
export const redeliver: Proof = {
  name: 'redeliver',
  runs: 1_000,
  prove: (options) =>
    runInBatches(options, {
      size: 50,
      runsPerEnvironment: 10,
      plan: (run, place) => redeliveryOf(options.seed, run, place),
      open: (store) => openRedeliverEnvironment(store.url),
    }),
};
