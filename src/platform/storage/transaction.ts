import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from './database.ts';
import { isUndone, StoreError } from './failure.ts';

interface Scope {
  /** `over` is for work that was started inside a transaction and outlives it. */
  state: 'waiting' | 'held' | 'over';
  readonly afterCommit: Set<() => void>;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` as the only holder of a connection; a second claim inside it is a programming error instead of an endless wait. */
export const insideTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  refuseBesideOpen();
  const scope: Scope = { state: 'waiting', afterCommit: new Set() };
  const result = await scopes.run(scope, work).finally(() => {
    scope.state = 'over';
  });
  for (const effect of scope.afterCommit) effect();
  return result;
};

/** Runs `effect` once after the commit of the open transaction, never after a rollback; at once outside of one. It must not throw. */
export const afterCommit = (effect: () => void): void => {
  const scope = scopes.getStore();
  if (scope?.state === 'held') scope.afterCommit.add(effect);
  else effect();
};

/** True while the caller is inside an open transaction, when no network call is allowed. */
const transactionIsOpen = (): boolean => scopes.getStore()?.state === 'held';

/** Every driver calls this before it gives out a connection. */
export const claimConnection = (): void => {
  refuseBesideOpen();
  const scope = scopes.getStore();
  if (scope?.state === 'waiting') scope.state = 'held';
};

/** @throws Error inside an open transaction */
export const refuseBesideOpen = (): void => {
  if (transactionIsOpen())
    throw new Error('the database was used beside its open transaction; pass the transaction on');
};

const MOST_TRIES = 5;
/** The pause after the first try, longer by the same after each one, so that the other transaction can end. */
const PAUSE_MS = 20;

/** Retries a transaction that the server rolled back because of a deadlock or another conflict; at most five tries. */
export const retryDeadlocks = async <R>(transaction: () => Promise<R>): Promise<R> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries >= MOST_TRIES || !isUndone(error)) throw error;
      await pause(tries * PAUSE_MS);
    }
  }
};

/** Runs a single statement. @returns its result after the commit */
export type Write<T> = <R>(work: (db: Db<T>) => Promise<R>) => Promise<R>;

interface Waiting<T> {
  run(db: Db<T>): Promise<void>;
  /** Called once the group is committed. */
  done(): void;
  alone(): void;
}

type Run<T> = (work: (db: Db<T>) => Promise<void>) => Promise<void>;

/**
 * Concurrent statements share a commit: on SQLite each blocks the process while it waits for the disk.
 * If one fails, the group is rolled back and each runs again by itself. @param alone runs a statement without a transaction
 */
export const createWriteGroup = <T>(transaction: Run<T>, alone: Run<T>): Write<T> => {
  let waiting: Waiting<T>[] = [];

  const flush = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    const [first, ...others] = group;
    if (first && others.length === 0) return first.alone();
    try {
      await transaction(async (trx) => {
        for (const { run } of group) await run(trx);
      });
    } catch {
      for (const { alone } of group) alone();
      return;
    }
    for (const { done } of group) done();
  };

  return (work) => {
    refuseBesideOpen();
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    let result: Awaited<ReturnType<typeof work>>;
    const run = async (db: Db<T>): Promise<void> => {
      result = await work(db);
    };
    const done = (): void => resolve(result);
    waiting.push({ run, done, alone: () => void alone(run).then(done, reject) });
    if (waiting.length === 1) setImmediate(flush);
    return promise;
  };
};

/** The time that a turn may still wait for the store. */
interface Budget {
  leftMs: number;
}

/** Milliseconds for work that outlives its turn, even if the turn has used up its own. */
export const AFTERWARDS_MS = 700;

const budgets = new AsyncLocalStorage<Budget>();

/** Runs work with a limit on its total wait for the store; after that, each further query fails at once. */
export const withStoreBudget = <T>(ms: number, work: () => Promise<T>): Promise<T> => budgets.run({ leftMs: ms }, work);

/** One wait for the store, of at most `mostMs` and of the caller's remaining time. @throws StoreError `busy` when no time is left */
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

/** The result of `started` within `limitMs`. @throws StoreError `busy` if it does not come; it may still end later */
export const within = <T>(limitMs: number, started: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const refuse = () => late.reject(new StoreError('busy', new Error(`no answer within ${Math.round(limitMs)} ms`)));
  const timer = setTimeout(refuse, limitMs);
  return Promise.race([started, late.promise]).finally(() => clearTimeout(timer));
};
