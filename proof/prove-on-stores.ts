import type { Store, Stores } from '../test/support/database.ts';
import { isOnlyBusy, MOST_TRIES } from './busy-store.ts';
import type { ProofOptions } from './proof.ts';
import { runOnStores } from './run-on-stores.ts';

/** The processes of a proof on one store. */
export interface Environment {
  /** Makes one run. @returns what does not hold, in words */
  run(run: number): Promise<readonly string[]>;
  end(): Promise<void>;
}

interface EnvironmentOptions {
  /** Runs on one store and its processes: what they leave grows, and so does the time to read it. */
  readonly runsPerEnvironment: number;
  /** As many as the proof is to make when absent; fewer where one run proves several things. */
  readonly runs?: number;
  open(store: Store, kind: Stores['kind']): Promise<Environment>;
  /** Where a violation was found; the kind of store when absent. */
  at?(run: number, kind: Stores['kind']): string;
  /** The number that violations of a run are reported with; its own when absent. */
  numberOf?(run: number): number;
}

/**
 * Makes the runs of a proof on all kinds of stores; a run that throws has a violation, and one for which the store was too busy is
 * made again.
 * @returns how many were made
 */
export const proveOnStores = (
  options: ProofOptions,
  {
    runsPerEnvironment,
    runs = options.runs,
    open,
    at = (_, kind) => kind,
    numberOf = (run) => run,
  }: EnvironmentOptions,
): Promise<number> => {
  const tries = new Map<number, number>();
  return runOnStores(
    { ...options, runs },
    {
      runsPerEnvironment,
      async open(store, kind) {
        const environment = await open(store, kind);
        return {
          async run(run) {
            const wrong = await environment.run(run).catch((error: Error) => [error.message]);
            const made = (tries.get(run) ?? 0) + 1;
            tries.set(run, made);
            if (isOnlyBusy(wrong) && made < MOST_TRIES) return 'again';
            for (const words of wrong) options.complain({ run: numberOf(run), at: at(run, kind), words });
            return wrong.length === 0;
          },
          end: () => environment.end(),
        };
      },
    },
  );
};
