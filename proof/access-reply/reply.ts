import { percentile } from '../../test/support/percentile.ts';
import type { Proof } from '../proof.ts';
import { proveOnStores } from '../prove-on-stores.ts';
import { openReplyEnvironment } from './environment.ts';
import { brokenReplies, type Duration } from './invariants.ts';
import { type Crowd, isHanging, wholeCrowd } from './plan.ts';

/** So many at once, while the vendor hangs or throttles and Teams refuses some calls: everybody is answered, and everything is done later. */
const replyBy = (crowd: Crowd): Proof => ({
  name: 'access-06',
  says: 'every press is answered in time while the vendor throttles and Teams refuses some calls',
  runs: 20,
  async prove(options) {
    const { seed, complain } = options;
    const took: Duration[] = [];
    const made = await proveOnStores(options, {
      runsPerEnvironment: 5,
      at: (run, kind) => `${kind}, ${isHanging(run) ? 'a vendor at 60 s' : '429'}`,
      open: ({ url }) => openReplyEnvironment(url, seed, crowd, (duration) => took.push(duration)),
    });
    for (const words of brokenReplies(took)) complain({ run: made, at: 'all stores', words });
    const p99 = (of: Duration['of']): string =>
      percentile(
        took.filter((one) => one.of === of).map(({ ms }) => ms),
        0.99,
      ).toFixed(0);
    const slow = percentile(
      took.map(({ slowdown }) => slowdown),
      0.5,
    );
    options.tell?.(`${took.length} answers, p99 of presses ${p99('press')} ms, of commands ${p99('command')} ms`);
    options.tell?.(`on a machine slowed down ${slow.toFixed(1)} times by others`);
    return made;
  },
});

export const replyProof: Proof = {
  ...replyBy(wholeCrowd),
  short: { runs: 1, seed: 1, on: 'sqlite', smaller: replyBy({ requests: 5, commands: 1 }) },
};
