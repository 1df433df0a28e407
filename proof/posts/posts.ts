import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openPostEnvironment } from './environment.ts';
import { batchesFor, POSTS_EACH, type PostPlan, planOf } from './plan.ts';

/** Requests on their way at once. */
const MOST_ABREAST = 8;
/** Batches under fire that a small proof has too: then one is drained. */
const FEWEST = 2;

/** What the bot must say, while every fifth answer is lost and the bot goes again and again: all of it arrives. */
export const posts: Proof = {
  name: 'posts',
  says: 'every post of a bot arrives when it is killed or drained and when answers of Teams are lost',
  short: { runs: 12, seed: 3, on: 'postgres' },
  /** Posts under fire; those of the drained batches come on top. */
  runs: 2_000,
  async prove(options) {
    const { runs, seed } = options;
    const abreast = Math.min(MOST_ABREAST, Math.ceil(runs / (POSTS_EACH * FEWEST)));
    const size = abreast * POSTS_EACH;
    const plan = (batch: number): PostPlan => planOf(seed, batch, abreast);
    const made = { underFire: 0, drained: 0 };
    await proveOnStores(options, {
      runs: batchesFor(Math.ceil(runs / size)),
      runsPerEnvironment: 14,
      numberOf: (batch) => (batch - 1) * size + 1,
      at: (batch, kind) =>
        `${kind}, batch ${batch}, ${plan(batch)
          .endings.map(({ where }) => where)
          .join(' and ')}`,
      async open({ url }) {
        const environment = await openPostEnvironment(url);
        return {
          async run(batch) {
            const { posted, wrong } = await environment
              .batch(plan(batch))
              .catch((error: Error) => ({ posted: size, wrong: [error.message] }));
            made[plan(batch).drained ? 'drained' : 'underFire'] += posted;
            return wrong;
          },
          end: environment.end,
        };
      },
    });
    options.tell?.(`and ${made.drained} posts of a drained bot`);
    return made.underFire;
  },
};
