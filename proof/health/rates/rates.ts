import type { Proof } from '../../proof.ts';
import { play } from './environment.ts';
import { criticalWaitsOf, p99, rateViolations } from './invariants.ts';
import { planOf } from './plan.ts';

/** Sends to a fifth as many channels, a tenth of them critical; on each store with and without refusals. */
const SENDS = 10_000;

/** Under load no rate limit of Teams is exceeded, critical messages go first, each Retry-After is kept, and everything arrives. */
export const rates: Proof = {
  name: 'health-3',
  says: 'many messages at once keep every window of Teams, critical ones first',
  short: { runs: 150, seed: 4 },
  runs: SENDS,
  async prove({ runs, seed, stores, complain, tell }) {
    const plan = planOf(seed, runs);
    const waits: number[] = [];
    for (const kind of stores) {
      await kind.start();
      try {
        for (const refuses of [false, true]) {
          const store = await kind.create();
          const history = await play(store.url, plan, seed, refuses);
          await store.remove();
          const at = `${kind.kind}, ${refuses ? 'with refusals' : 'undisturbed'}`;
          for (const words of rateViolations(history)) complain({ run: 1, at, words });
          if (!refuses) waits.push(p99(criticalWaitsOf(history)));
        }
      } finally {
        await kind.stop();
      }
    }
    tell?.(`p99 of what is critical ${Math.max(...waits)} ms`);
    return runs;
  },
};
