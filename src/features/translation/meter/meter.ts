import type { Trx } from '../../../storage/database.ts';
import type { Services } from '../../feature.ts';
import type { Asker } from '../order.ts';
import { translationPolicy } from '../policy.ts';
import type { Meter, Reservation } from '../translate-deps.ts';
import { overBudget, shortOf } from './budgets.ts';
import { addCharge, chargedFor } from './charges.ts';
import { addUsage, dayOf, holdersOf, usedBy } from './usage-rows.ts';

/**
 * Counts what the vendor charges, before it can charge it: a try is written down in full and committed before it goes out,
 * and corrected once its answer says what it cost. So the ledger is never below what was charged, whenever a process dies.
 * @param translation that it is counted for
 */
export const createMeter = (
  { database, policy, clock }: Pick<Services, 'database' | 'policy' | 'clock'>,
  translation: string,
): Meter => {
  const count = async (trx: Trx, day: string, asker: Asker, characters: number): Promise<void> => {
    await addUsage(trx, day, asker, { characters, saved: 0 });
    await addCharge(trx, translation, characters);
  };

  /** @param counted how many of them are counted already @throws AppError `Translation.Budget` */
  const requireBudgets = async (trx: Trx, asker: Asker, characters: number, counted = 0): Promise<void> => {
    const { budgets } = translationPolicy(policy.current());
    const now = clock.now();
    for (const [holder, id] of holdersOf(asker)) {
      const used = await usedBy(trx, dayOf(now), { holder, id });
      const before = { day: used.day.characters - counted, month: used.month.characters - counted };
      const short = shortOf(holder, budgets, before, characters);
      if (short) throw overBudget(short, characters, now);
    }
  };

  /** Counted first: from then on nobody else can count for this tenant until it is committed or undone. */
  const take = async (asker: Asker, characters: number): Promise<string> => {
    const day = dayOf(clock.now());
    await database.transaction(async (trx) => {
      await count(trx, day, asker, characters);
      await requireBudgets(trx, asker, characters, characters);
    });
    return day;
  };

  return {
    async foresee(characters, asker) {
      await database.transaction((trx) => requireBudgets(trx, asker, characters));
    },

    async reserve(characters, asker): Promise<Reservation> {
      let day = await take(asker, characters);
      let open = true;
      return {
        async again() {
          day = await take(asker, characters);
          open = true;
        },
        async settle(charged) {
          if (!open || charged === undefined) return;
          open = false;
          if (charged === characters) return;
          await database.transaction((trx) => count(trx, day, asker, charged - characters));
        },
      };
    },

    charged: () => chargedFor(database.db, translation),

    async saved(characters, asker) {
      if (characters === 0) return;
      const amounts = { characters: 0, saved: characters };
      await database.transaction((trx) => addUsage(trx, dayOf(clock.now()), asker, amounts));
    },
  };
};
