import { postgresStores, type Stores, sqliteStores } from '../support/database.ts';
import type { Proof, Violation } from './proof.ts';

/** SQLite, and PostgreSQL where there is one. */
export const allStores = (): Stores[] => {
  const postgres = postgresStores();
  return [sqliteStores(), ...(postgres ? [postgres] : [])];
};

/** The short tier of a proof, on all stores. */
export const prove = async (
  { prove: make }: Pick<Proof, 'prove'>,
  { runs, seed }: { readonly runs: number; readonly seed: number },
): Promise<{ readonly made: number; readonly violations: readonly Violation[] }> => {
  const violations: Violation[] = [];
  const made = await make({
    ...{ runs, seed, stores: allStores() },
    complain: (violation) => violations.push(violation),
  });
  return { made, violations };
};
