import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openPostEnvironment } from './environment.ts';
import { batchesFor, POSTS_EACH, planOf } from './plan.ts';

/** Posts under fire; those of the drained batches come on top. */
const RUNS = 2_000;
/** Requests on their way at once. */
const MOST_ABREAST = 8;
/** Batches under fire that a small proof has too: then one is drained. */
const FEWEST = 2;
/** Batches on one store. */
const RUNS_PER_ENVIRONMENT = 14;

/** What the bot must say, while every fifth answer is lost and the bot goes again and again: all of it arrives. */
export const posts: Proof = {
  name: 'posts',
  runs: RUNS,
  async prove(options) {
    const { runs, seed, complain } = options;
    const abreast = Math.min(MOST_ABREAST, Math.ceil(runs / (POSTS_EACH * FEWEST)));
    const size = abreast * POSTS_EACH;
    const made = { underFire: 0, drained: 0 };
    await runOnStores(
      { ...options, runs: batchesFor(Math.ceil(runs / size)) },
      {
        runsPerEnvironment: RUNS_PER_ENVIRONMENT,
        async open(store, kind) {
          const environment = await openPostEnvironment(store.url);
          return {
            async run(batch) {
              const plan = planOf(seed, batch, abreast);
              const at = `${kind}, batch ${batch}, ${plan.endings.map(({ where }) => where).join(' and ')}`;
              const { posted, wrong } = await environment
                .batch(plan)
                .catch((error: Error) => ({ posted: size, wrong: [error.message] }));
              for (const words of wrong) complain({ run: (batch - 1) * size + 1, at, words });
              made[plan.drained ? 'drained' : 'underFire'] += posted;
              return wrong.length === 0;
            },
            end: () => environment.end(),
          };
        },
      },
    );
    options.tell?.(`and ${made.drained} posts of a drained bot`);
    return made.underFire;
  },
};
