import { inLanes } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { brokenDurations, type Durations, percentile } from './laws.ts';
import { openFloodStage } from './stage.ts';

/** Every third run the flood is one of half-open requests: of the others there are a hundred then. */
const HALF_OPEN = 3;
const WORN = 40;

/** Five people at 20 commands a second where another one decides: the decision takes no longer for it, and nothing is lost. */
export const flood: Proof = {
  name: 'flood',
  runs: 150,
  async prove(options) {
    const { seed, complain } = options;
    const took: Durations[] = [];
    const made = await inLanes(options, {
      worn: WORN,
      async open(store, kind) {
        const stage = await openFloodStage(store.url, seed, (durations) => took.push(durations));
        return {
          async run(run) {
            const isHalfOpen = run % HALF_OPEN === 0;
            const broken = await (isHalfOpen ? stage.halfOpen(run) : stage.decide(run)).catch((error: Error) => [
              error.message,
            ]);
            for (const words of broken) complain({ run, at: `${kind}, ${isHalfOpen ? 'half-open' : 'flood'}`, words });
            return broken.length === 0;
          },
          end: () => stage.end(),
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
