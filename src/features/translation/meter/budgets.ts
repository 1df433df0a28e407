import { AppError } from '../../../lib/errors.ts';
import type { Budgets } from '../policy.ts';
import type { Holder } from './usage-rows.ts';

/** A budget that does not hold what is asked of it. */
interface Short {
  readonly holder: Holder;
  readonly period: 'day' | 'month';
  readonly limit: number;
  readonly left: number;
}

const PERIODS = ['day', 'month'] as const;

/** The first budget of a holder that so many characters more would break. */
export const shortOf = (
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

/** Says whose budget it is, what is left, and when there is more; what no day will ever hold must be made shorter. */
export const overBudget = ({ holder, period, limit, left }: Short, characters: number, now: number): AppError =>
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
