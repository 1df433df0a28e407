import type { Proof } from '../proof.ts';
import { inWaves } from '../waves.ts';
import { openDesk } from './desk.ts';
import { redeliveryOf } from './plan.ts';

/** Every press comes once to four times, under one id or several, to one process or two: it counts once, and is always answered. */
export const redeliver: Proof = {
  name: 'redeliver',
  runs: 1_000,
  prove: (options) =>
    inWaves(options, {
      size: 50,
      worn: 10,
      plan: (run, place) => redeliveryOf(options.seed, run, place),
      open: (store) => openDesk(store.url),
    }),
};
