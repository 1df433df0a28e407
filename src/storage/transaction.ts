import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Trx } from './database.ts';
import { isUndone } from './failure.ts';

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
export const transactionIsOpen = (): boolean => scopes.getStore()?.state === 'held';

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
