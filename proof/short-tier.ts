import { postgresStores, type Stores, sqliteStores } from '../test/support/database.ts';
import type { Proof, Violation } from './proof.ts';

/** SQLite, and PostgreSQL where there is one. */
const allStores = (): Stores[] => {
  const postgres = postgresStores();
  return [sqliteStores(), ...(postgres ? [postgres] : [])];
};

export interface ShortTier {
  readonly runs: number;
  readonly seed: number;
  /** One store is enough where each proof's neighbours take the other one: processes cost what a test run has least of. */
  readonly on?: Stores['kind'];
}

/** The short tier of a proof, on all stores or on one of them; on SQLite where there is no PostgreSQL. */
export const proveShortly = async (
  { prove: make }: Pick<Proof, 'prove'>,
  { runs, seed, on }: ShortTier,
): Promise<{ readonly made: number; readonly violations: readonly Violation[] }> => {
  const violations: Violation[] = [];
  const all = allStores();
  const wanted = all.filter(({ kind }) => on === undefined || kind === on);
  const made = await make({
    ...{ runs, seed, stores: wanted.length > 0 ? wanted : all },
    complain: (violation) => violations.push(violation),
  });
  return { made, violations };
};
