import type { Db, Trx } from './database.ts';
import { refuseBesideOpen } from './transaction-guard.ts';

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
