import { inLanes } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { POSTS_EACH, planOf } from './plan.ts';
import { openPostStage } from './stage.ts';

const RUNS = 2_000;
/** Requests on their way at once. */
const MOST_ABREAST = 8;
/** Killed, drained. */
const KINDS = 2;
/** Batches on one store. */
const WORN = 14;

/** What the bot must say, while every fifth answer is lost and the bot goes again and again: all of it arrives. */
export const posts: Proof = {
  name: 'posts',
  runs: RUNS,
  async prove(options) {
    const { runs, seed, complain } = options;
    // A small proof too has a batch of either kind.
    const abreast = Math.min(MOST_ABREAST, Math.ceil(runs / (POSTS_EACH * KINDS)));
    const size = abreast * POSTS_EACH;
    let made = 0;
    await inLanes(
      { ...options, runs: Math.ceil(runs / size) },
      {
        worn: WORN,
        async open(store, kind) {
          const stage = await openPostStage(store.url);
          return {
            async run(batch) {
              const plan = planOf(seed, batch, abreast);
              const at = `${kind}, batch ${batch}, ${plan.endings.map(({ where }) => where).join(' and ')}`;
              const { posted, wrong } = await stage
                .batch(plan)
                .catch((error: Error) => ({ posted: size, wrong: [error.message] }));
              for (const words of wrong) complain({ run: (batch - 1) * size + 1, at, words });
              made += posted;
              return wrong.length === 0;
            },
            end: () => stage.end(),
          };
        },
      },
    );
    return made;
  },
};
