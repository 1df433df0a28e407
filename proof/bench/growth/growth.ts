import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresStores, type Store, type Stores, sqliteStores } from '../../../test/support/database.ts';
import type { Bench } from '../benches.ts';
import { type Figure, inTurns, median } from '../figure.ts';
import { type GrownStore, growStore, type Operations } from './grown-store.ts';

const FEW = 1_000;
/** With ten entries in the audit each. */
const MANY = 1_000_000;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 20;

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** In megabytes. With room, V8 lets garbage pile up, and the figure would say how much there was, not how much is needed. */
const VERIFY_HEAP = 60;

/** Megabytes that a process with a small heap takes to check the whole audit. @throws Error when the heap is too small for it */
const verifyMemory = async ({ url }: GrownStore): Promise<number> => {
  const args = [`--max-old-space-size=${VERIFY_HEAP}`, join(import.meta.dirname, 'verify-process.ts'), url];
  return Number((await promisify(execFile)(process.execPath, args)).stdout) / 1_000;
};

const compare = async (kind: string, few: GrownStore, many: GrownStore): Promise<readonly Figure[]> => {
  const figure = (name: string, unit: string, value: number, against: number): Figure => ({
    ...{ name: `growth.${kind}-${name}`, unit, value, against },
    baseline: 'requests-1000',
  });
  const figures: Figure[] = [];
  for (const name of Object.keys(few.operations) as (keyof Operations)[]) {
    const { small, big } = await inTurns(
      { small: () => timeOf(few.operations[name]), big: () => timeOf(many.operations[name]) },
      ROUNDS,
      WARM_UP_ROUNDS,
    );
    figures.push(figure(name, 'ms', median(big), median(small)));
  }
  return [...figures, figure('verify', 'MB', await verifyMemory(many), await verifyMemory(few))];
};

const measure = async (stores: Stores): Promise<readonly Figure[]> => {
  await stores.start();
  const made: Store[] = [];
  const open: GrownStore[] = [];
  const grown = async (many: number): Promise<GrownStore> => {
    const store = await stores.create();
    made.push(store);
    const one = await growStore(store.url, many);
    open.push(one);
    return one;
  };
  try {
    return await compare(stores.kind, await grown(FEW), await grown(MANY));
  } finally {
    for (const one of open) await one.end();
    for (const store of made) await store.remove();
    await stores.stop();
  }
};

/**
 * What people and workers wait for with 1,000,000 requests behind them and 10,000,000 entries in the audit, beside the same with 1,000,
 * turn by turn, on both stores; and the memory that checking that audit takes. Most of its time goes into filling the stores.
 */
export const growthBench: Bench = async () => {
  const postgres = postgresStores();
  if (!postgres) throw new Error('PostgreSQL is not installed');
  return [...(await measure(sqliteStores())), ...(await measure(postgres))];
};
