import type { Proof } from '../proof.ts';
import { inWaves } from '../waves.ts';
import { openArena } from './arena.ts';
import { raceOf } from './plan.ts';

/** Many press in the same moment, in two processes on one store: one of them decides, all the others are told so. */
export const race: Proof = {
  name: 'race',
  runs: 10_000,
  prove: (options) =>
    inWaves(options, {
      size: 60,
      worn: 15,
      plan: (run, place) => raceOf(options.seed, run, place),
      open: (store) => openArena(store.url, options.seed),
    }),
};
