import { percentile } from '../../test/support/percentile.ts';
import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openFloodEnvironment } from './environment.ts';
import { brokenDurations, type Durations } from './invariants.ts';

/** Every third run the flood is one of half-open requests: of the others there are a hundred then. */
const isHalfOpen = (run: number): boolean => run % 3 === 0;

/** Five people at 20 commands a second where another one decides: the decision takes no longer for it, and nothing is lost. */
export const flood: Proof = {
  name: 'flood',
  says: 'a decision in a flood of commands is answered in time, every command within the limits is answered, and half-open requests cost little',
  short: { runs: 3, seed: 3, on: 'sqlite' },
  runs: 150,
  async prove(options) {
    const { seed, complain } = options;
    const took: Durations[] = [];
    const made = await proveOnStores(options, {
      runsPerEnvironment: 40,
      at: (run, kind) => `${kind}, ${isHalfOpen(run) ? 'half-open' : 'flood'}`,
      async open({ url }) {
        const { decide, halfOpen, end } = await openFloodEnvironment(url, seed, (durations) => took.push(durations));
        return { run: (run) => (isHalfOpen(run) ? halfOpen(run) : decide(run)), end };
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
