import { inLanes } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { openArena } from './arena.ts';
import { raceOf } from './plan.ts';

const RUNS = 10_000;
/** So many wait at once. */
const WAVE = 60;
/** Waves on one store: it grows, and so does the time to read it. */
const WORN = 15;

/** Many press in the same moment, in two processes on one store: one of them decides, all the others are told so. */
export const race: Proof = {
  name: 'race',
  runs: RUNS,
  async prove(options) {
    const { runs, seed, stores, complain } = options;
    const size = Math.min(WAVE, Math.ceil(runs / stores.length));
    let made = 0;
    await inLanes(
      { ...options, runs: Math.ceil(runs / size) },
      {
        worn: WORN,
        async open(store, kind) {
          const arena = await openArena(store.url, seed);
          return {
            async run(wave) {
              const first = (wave - 1) * size + 1;
              const many = Math.min(size, runs - first + 1);
              const plans = Array.from({ length: many }, (_, n) => raceOf(seed, first + n, n));
              const broken = await arena
                .wave(plans)
                .catch((error: Error) => plans.map(({ run }) => ({ run, words: error.message })));
              for (const { run, words } of broken) complain({ run, at: kind, words });
              made += many;
              return broken.length === 0;
            },
            end: () => arena.end(),
          };
        },
      },
    );
    return made;
  },
};
