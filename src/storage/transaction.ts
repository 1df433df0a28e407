import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Trx } from './database.ts';
import { isUndone, StoreError } from './failure.ts';

interface Scope {
  /** `over` is for what was started inside a transaction and lives longer than it. */
  state: 'waiting' | 'held' | 'over';
  readonly afterCommit: Set<() => void>;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work` as the one holder of a connection; a second claim inside it is a programming error, not a wait for ever. */
export const insideTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  refuseBesideOpen();
  const scope: Scope = { state: 'waiting', afterCommit: new Set() };
  const result = await scopes.run(scope, work).finally(() => {
    scope.state = 'over';
  });
  for (const effect of scope.afterCommit) effect();
  return result;
};

/**
 * Runs `effect` after the commit of the caller's open transaction: once, however often the transaction asked for it, and
 * never after a rollback. Outside a transaction it runs at once. It must not throw: the commit stands.
 */
export const afterCommit = (effect: () => void): void => {
  const scope = scopes.getStore();
  if (scope?.state === 'held') scope.afterCommit.add(effect);
  else effect();
};

/** True while the caller runs inside an open transaction: the moment at which nothing may go out to the network. */
const transactionIsOpen = (): boolean => scopes.getStore()?.state === 'held';

/** Every driver asks here before it hands out a connection. */
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
/** After the first try, and as much more after each further one: until then the other transaction has ended. */
const PAUSE_MS = 20;

/** Runs a transaction again that the server undid, for a deadlock or another conflict; up to five times in all. */
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

/** Runs one statement that stands for itself. @returns what it came to, once it is written down for good */
export type Write<T> = <R>(work: (db: Db<T>) => Promise<R>) => Promise<R>;

interface Waiting<T> {
  run(trx: Trx<T>): Promise<void>;
  /** Told once the group is committed. */
  done(): void;
  alone(): void;
}

/**
 * Lets the statements of one moment share a commit: on SQLite each commit waits for the disk with the whole process
 * standing still, and that wait costs more than all the rest of a short turn. Where one of them fails, each is done again
 * by itself: nothing of the group was kept.
 */
export const createWriteGroup = <T>(transaction: (work: (trx: Trx<T>) => Promise<void>) => Promise<void>): Write<T> => {
  let waiting: Waiting<T>[] = [];

  const flush = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
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
    const run = async (trx: Trx<T>): Promise<void> => {
      result = await work(trx);
    };
    const done = (): void => resolve(result);
    waiting.push({ run, done, alone: () => void transaction(run).then(done, reject) });
    if (waiting.length === 1) setImmediate(flush);
    return promise;
  };
};

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
