import { SECOND } from '../../src/platform/lib/clock.ts';
import type { Store, Stores } from '../../test/support/database.ts';
import type { Proof, ProofOptions } from '../proof.ts';
import { openStandstillEnvironment } from './environment.ts';
import { nameOurSessions } from './faults.ts';
import { planOf, wordsOf } from './plan.ts';
import { openReferenceBot } from './requests.ts';

/** So many databases side by side on one server: a schedule is mostly waiting. */
const WORKERS = 8;
/** Runs before a worker gets new processes and a new database. */
const RUNS_PER_ENVIRONMENT = 25;

/** The proof with standstills of at most so long. */
const standstillOf = (longestMs?: number): Proof => ({
  name: 'standstill',
  says: 'processes that are paused for some seconds lose nothing acknowledged, and all others answer',
  runs: 200,
  async prove(options) {
    const stores = options.stores.find(({ kind }) => kind === 'postgres');
    if (!stores) throw new Error('this is about PostgreSQL');
    nameOurSessions();
    await stores.start();
    try {
      return await inDatabases(stores, options, longestMs);
    } finally {
      await stores.stop();
    }
  },
});

/** Processes that stand still, fall and tell a wrong time: nothing acknowledged is lost, and all others go on. */
export const standstill: Proof = {
  ...standstillOf(),
  short: { runs: 2, seed: 4, needs: 'postgres', smaller: standstillOf(7 * SECOND) },
};

/** One database is made or removed at a time: that is asked of one session. */
const oneByOne = ({ create }: Pick<Stores, 'create'>): (() => Promise<Store>) => {
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
  return () => alone(create).then(({ url, remove }) => ({ url, remove: () => alone(remove) }));
};

const inDatabases = async (stores: Stores, options: ProofOptions, longestMs?: number): Promise<number> => {
  const create = oneByOne(stores);
  const referenceBot = await openReferenceBot(await create());
  const left = Array.from({ length: options.runs }, (_, n) => n + 1);
  let made = 0;

  const runInOneDatabase = async (): Promise<void> => {
    const store = await create();
    const environment = await openStandstillEnvironment(store, { seed: options.seed, referenceBot, longestMs });
    try {
      for (let turn = 0; turn < RUNS_PER_ENVIRONMENT; turn += 1) {
        const run = left.shift();
        if (run === undefined) return;
        made += 1;
        const at = wordsOf(planOf(options.seed, run, longestMs));
        const wrong = await environment.run(run);
        for (const words of wrong) options.complain({ run, at, words });
        if (wrong.length > 0) return;
      }
    } finally {
      await environment.end();
      await store.remove();
    }
  };
  const worker = async (): Promise<void> => {
    while (left.length > 0) await runInOneDatabase();
  };

  try {
    const ended = await Promise.allSettled(
      Array.from({ length: Math.min(WORKERS, Math.ceil(options.runs / 2)) }, worker),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  } finally {
    await referenceBot.end();
  }
  return made;
};
