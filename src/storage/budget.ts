import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreError } from './failure.ts';

/** What somebody who waits for an answer can still spend on waiting for the store. */
interface Budget {
  leftMs: number;
}

/** What a turn leaves behind has so many milliseconds, also where the turn has used up all that it had. */
export const AFTERWARDS_MS = 700;

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs work that may wait for the store for so long in all, however many questions it asks; then each further one fails at
 * once. What the work does besides costs nothing of it.
 */
export const withStoreBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> => budgets.run({ leftMs: ms }, work);

/**
 * One wait for the store, of at most `mostMs` and of what is left to whoever waits.
 * @param wait is told how long that is
 * @throws StoreError `busy` where nothing is left
 */
export const spend = async <T>(mostMs: number, wait: (limitMs: number) => Promise<T>): Promise<T> => {
  const budget = budgets.getStore();
  if (!budget) return wait(mostMs);
  if (budget.leftMs < 1) throw new StoreError('busy', new Error('this turn has waited long enough for the store'));
  const began = performance.now();
  try {
    return await wait(Math.min(mostMs, budget.leftMs));
  } finally {
    budget.leftMs -= performance.now() - began;
  }
};

/**
 * What `started` comes to, if it does so within `limitMs`.
 * @throws StoreError `busy` where it does not; it may still come to something then
 */
export const within = <T>(limitMs: number, started: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const refuse = () => late.reject(new StoreError('busy', new Error(`no answer within ${Math.round(limitMs)} ms`)));
  const timer = setTimeout(refuse, limitMs);
  return Promise.race([started, late.promise]).finally(() => clearTimeout(timer));
};
