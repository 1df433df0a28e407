import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openFloodEnvironment } from './environment.ts';
import { brokenDurations, type Durations, percentile } from './invariants.ts';

/** Every third run the flood is one of half-open requests: of the others there are a hundred then. */
const HALF_OPEN = 3;
const RUNS_PER_ENVIRONMENT = 40;

/** Five people at 20 commands a second where another one decides: the decision takes no longer for it, and nothing is lost. */
export const flood: Proof = {
  name: 'flood',
  runs: 150,
  async prove(options) {
    const { seed, complain } = options;
    const took: Durations[] = [];
    const made = await runOnStores(options, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      async open(store, kind) {
        const environment = await openFloodEnvironment(store.url, seed, (durations) => took.push(durations));
        return {
          async run(run) {
            const isHalfOpen = run % HALF_OPEN === 0;
            const broken = await (isHalfOpen ? environment.halfOpen(run) : environment.decide(run)).catch(
              (error: Error) => [error.message],
            );
            for (const words of broken) complain({ run, at: `${kind}, ${isHalfOpen ? 'half-open' : 'flood'}`, words });
            return broken.length === 0;
          },
          end: () => environment.end(),
        };
      },
    });
    for (const words of brokenDurations(took)) complain({ run: made, at: 'all stores', words });
    const of = (name: keyof Durations, share: number) =>
      percentile(
        took.map((one) => one[name]),
        share,
      );
    options.tell?.(
      `p99 ${Math.round(of('flooded', 0.99))} ms in the flood, ${Math.round(of('quiet', 0.99))} ms without`,
    );
    options.tell?.(`on a machine slowed down ${of('slowdown', 0.5).toFixed(1)} times by others`);
    return made;
  },
};
