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

/** The runs of a proof that every test run makes. */
export interface ShortTier {
  readonly runs: number;
  readonly seed: number;
  /** One store is enough where each proof's neighbours take the other one: processes cost what a test run has least of. */
  readonly on?: Stores['kind'];
  /** It is about PostgreSQL alone: nothing is made where there is none. */
  readonly needs?: 'postgres';
  /** What is made in its place: the same with fewer updates, people or moments, or for shorter times. */
  readonly smaller?: Pick<Proof, 'prove'>;
}

/** One thing that is proven by doing it many times against the real process. */
export interface Proof {
  readonly name: string;
  /** What it shows, as one sentence. */
  readonly says: string;
  /** Absent where its own tests are its short tier, or where even one run takes minutes. */
  readonly short?: ShortTier;
  /** How many runs the whole proof has. */
  readonly runs: number;
  /** Of what its plans must hold, what 300 of them do not. */
  missingKinds?(): readonly string[];
  /** @returns how many runs were made to their end, those with violations too */
  prove(options: ProofOptions): Promise<number>;
}
