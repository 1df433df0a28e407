import type { Store } from '../test/support/database.ts';
import type { ProofOptions } from './proof.ts';
import { runOnStores } from './run-on-stores.ts';

export interface Broken {
  readonly run: number;
  readonly words: string;
}

/** Makes many runs at a time. */
export interface BatchEnvironment<P> {
  /** @returns what does not hold for which run */
  runBatch(plans: readonly P[]): Promise<readonly Broken[]>;
  end(): Promise<void>;
}

export interface Batches<P> {
  /** Runs in one batch, at most. */
  readonly size: number;
  /** Batches on one store: it grows, and so does the time to read it. */
  readonly runsPerEnvironment: number;
  /** @param place in its batch, from 0 */
  plan(run: number, place: number): P;
  open(store: Store): Promise<BatchEnvironment<P>>;
}

/** Makes the runs in batches, the batches in workers; a batch that breaks down breaks each of its runs. @returns how many were made */
export const runInBatches = async <P>(options: ProofOptions, batches: Batches<P>): Promise<number> => {
  const { runs, stores, complain } = options;
  const size = Math.min(batches.size, Math.ceil(runs / stores.length));
  let made = 0;
  await runOnStores(
    { ...options, runs: Math.ceil(runs / size) },
    {
      runsPerEnvironment: batches.runsPerEnvironment,
      async open(store, at) {
        const environment = await batches.open(store);
        return {
          async run(batch) {
            const first = (batch - 1) * size + 1;
            const numbers = Array.from({ length: Math.min(size, runs - first + 1) }, (_, n) => first + n);
            const broken = await environment
              .runBatch(numbers.map(batches.plan))
              .catch((error: Error) => numbers.map((run) => ({ run, words: error.message })));
            for (const { run, words } of broken) complain({ run, at, words });
            made += numbers.length;
            return broken.length === 0;
          },
          end: environment.end,
        };
      },
    },
  );
  return made;
};
