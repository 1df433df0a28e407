import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Store } from '../../test/support/database.ts';
import { openCluster } from '../cluster/cluster.ts';
import { diceOf } from '../run-on-stores.ts';
import { allDayPolicy, createRequests } from './requests.ts';

/**
 * What this machine can do at that moment: a bot of its own, on another database of the same server, with which nobody
 * interferes, asked the same as the others.
 */
export interface ReferenceBot {
  /** The slowest answer that was under way between these moments of performance.now, in milliseconds. */
  slowest(from: number, to: number): number;
  end(): Promise<void>;
}

const PAUSE_MS = 2 * SECOND;
const AROUND_MS = 3 * SECOND;

export const openReferenceBot = async (store: Store): Promise<ReferenceBot> => {
  const cluster = await openCluster({ databaseUrl: store.url, policy: allDayPolicy, pollMs: 250 });
  const bot = await cluster.startBot();
  const asking = await createRequests(cluster, diceOf(1, 1), 0);
  await asking.warm(bot);
  const answers: { readonly from: number; readonly to: number }[] = [];
  let begun = performance.now();
  let ended = false;

  const measure = async (): Promise<void> => {
    while (!ended) {
      for (const what of ['read', 'request', 'approve'] as const) {
        begun = performance.now();
        answers.push(await asking[what](bot));
        await sleep(PAUSE_MS);
      }
    }
  };
  const measuring = measure();

  return {
    slowest(from, to) {
      const near = answers.filter((one) => one.to >= from - AROUND_MS && one.from <= to + AROUND_MS);
      const last = answers.at(-1);
      const underWay = last && last.from >= begun ? 0 : performance.now() - begun;
      return Math.max(underWay, ...near.map((one) => one.to - one.from));
    },
    async end() {
      ended = true;
      await measuring;
      await cluster.end();
      await store.remove();
    },
  };
};
