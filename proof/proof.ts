import type { Stores } from '../test/support/database.ts';

/** What must hold and did not. */
export interface Violation {
  /** From 1, as the schedule counts. */
  readonly run: number;
  /** The store, and the moment at which the bot was killed. */
  readonly at: string;
  readonly words: string;
}

export interface ProofOptions {
  /** How many to make over all stores. */
  readonly runs: number;
  /** The same seed and number of runs: the same schedule. */
  readonly seed: number;
  readonly stores: readonly Stores[];
  /** Hears of each violation at once. */
  complain(violation: Violation): void;
  /** Hears at the end what else is worth knowing of the runs. */
  tell?(words: string): void;
}

/** One thing that is proven by doing it many times against the real process. */
export interface Proof {
  readonly name: string;
  /** How many runs the whole proof has. */
  readonly runs: number;
  /** @returns how many runs were made to their end, those with violations too */
  prove(options: ProofOptions): Promise<number>;
}
