import type { Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import { type Budgets, translationPolicy } from '../policy.ts';
import type { Asker } from '../translation.ts';
import { addCharge, addUsage, chargedFor, dayOf, type Holder, holdersOf, usedBy } from './usage-store.ts';

/** The characters that one request may be charged, from before it is sent until its answer. After a crash they stay counted. */
export interface Reservation {
  /** Before another try, if the previous one may have been charged: reserves the same number again. */
  again(): Promise<void>;
  /** The charge of the last try, 0 if refused; if undefined, the reservation stays counted. Earlier tries stay counted. */
  settle(charged: number | undefined): Promise<void>;
}

export interface Meter {
  /** Called once with the total cost of an order, before its first request. @throws AppError when it exceeds a budget */
  foresee(characters: number, asker: Asker): Promise<void>;
  /** @throws AppError when a budget is exceeded */
  reserve(characters: number, asker: Asker): Promise<Reservation>;
  /** Called once for each order with the characters from the cache. */
  saved(characters: number, asker: Asker): Promise<void>;
  /** The characters counted for this order so far, in all its runs and tries. */
  charged(): Promise<number>;
}

/**
 * Counts the vendor's charges before they can occur: the full cost of a try is committed before it is sent, and corrected
 * with its answer. So the ledger is never below the charges, even after a crash.
 * @param translation that is counted
 */
export const createMeter = (
  { database, policy, clock }: Pick<Services, 'database' | 'policy' | 'clock'>,
  translation: string,
): Meter => {
  const count = async (trx: Trx, day: string, asker: Asker, characters: number): Promise<void> => {
    await addUsage(trx, day, asker, { characters, saved: 0 });
    await addCharge(trx, translation, characters);
  };

  /** @param counted the number of them that is counted already @throws AppError `Translation.Budget` */
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

  /** Counted first: then nobody else can count for this tenant until the transaction ends. */
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

/** An exceeded budget. */
interface Short {
  readonly holder: Holder;
  readonly period: 'day' | 'month';
  readonly limit: number;
  readonly left: number;
}

const PERIODS = ['day', 'month'] as const;

/** The first budget of a holder that this number of characters would exceed. */
const shortOf = (
  holder: Holder,
  budgets: Budgets,
  used: Readonly<Record<Short['period'], number>>,
  characters: number,
): Short | undefined => {
  for (const period of PERIODS) {
    const limit = budgets[holder][period];
    if (limit === undefined || used[period] + characters <= limit) continue;
    return { holder, period, limit, left: Math.max(0, limit - used[period]) };
  }
  return undefined;
};

/** When the next day or month begins, in UTC; milliseconds since 1970. */
export const renewsAt = (period: Short['period'], now: number): number => {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
};

/** Names the budget, what is left, and when it is renewed; a text beyond any day's budget must be shortened. */
const overBudget = ({ holder, period, limit, left }: Short, characters: number, now: number): AppError =>
  new AppError({
    code: 'Translation.Budget',
    text: 'translation.budget.refused',
    values: {
      holder,
      period,
      limit,
      left,
      needed: characters,
      never: String(characters > limit),
      renews: new Date(renewsAt(period, now)),
    },
  });
