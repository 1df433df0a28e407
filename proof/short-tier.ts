import { postgresStores, sqliteStores } from '../test/support/database.ts';
import type { Proof, ShortTier, Violation } from './proof.ts';
import { proofs } from './proofs.ts';

/** A guard against what never comes: the processes of a proof take their time on a busy machine. */
const PATIENCE_MS = 300_000;

/** Test files that share the short tiers, so that several workers do. */
const SHARES = 4;

/** The tests that every `SHARES`th proof has no violation in its short tier: one proof runs by `-t NAME:`. @param share from 1 */
export const testShare = (share: number): void => {
  const mine = proofs
    .flatMap(({ short, ...proof }) => (short ? [{ ...proof, short }] : []))
    .filter((_proof, n) => n % SHARES === share - 1);
  const postgres = postgresStores();
  for (const { name, says, short, prove, missingKinds } of mine) {
    const test = short.needs === 'postgres' && !postgres ? it.skip : it;
    const make = short.smaller?.prove ?? prove;
    test(
      `${name}: ${says}`,
      async () => {
        expect(await proveShortly(make, short)).toEqual({ made: short.runs, violations: [] });
      },
      PATIENCE_MS,
    );
    if (missingKinds) {
      it(`${name}: its plans hold everything that they may`, () => expect(missingKinds()).toEqual([]));
    }
  }
};

/** On all stores or on the one that is named; on SQLite where there is no PostgreSQL. */
const proveShortly = async (prove: Proof['prove'], { runs, seed, on }: ShortTier) => {
  const violations: Violation[] = [];
  const postgres = postgresStores();
  const all = [sqliteStores(), ...(postgres ? [postgres] : [])];
  const wanted = all.filter(({ kind }) => on === undefined || kind === on);
  const made = await prove({
    ...{ runs, seed, stores: wanted.length > 0 ? wanted : all },
    complain: (violation) => violations.push(violation),
  });
  return { made, violations };
};
