import { runInBatches } from '../batches.ts';
import type { Proof } from '../proof.ts';
import { openRedeliverEnvironment } from './environment.ts';
import { redeliveryOf } from './plan.ts';

/** Every press comes once to four times, under one id or several, to one process or two: it counts once, and is always answered. */
export const redeliver: Proof = {
  name: 'redeliver',
  says: 'a press of each kind that arrives up to four times counts once',
  short: { runs: 10, seed: 4, on: 'sqlite' },
  runs: 1_000,
  prove: (options) =>
    runInBatches(options, {
      size: 50,
      runsPerEnvironment: 10,
      plan: (run, place) => redeliveryOf(options.seed, run, place),
      open: (store) => openRedeliverEnvironment(store.url),
    }),
};
