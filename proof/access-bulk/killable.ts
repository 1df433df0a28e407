import type { Database } from '../../src/platform/storage/database.ts';

/** What a process that ended leaves undone throws this. */
export class ProcessEnded extends Error {
  constructor() {
    super('the process ended');
  }
}

export interface Killable {
  readonly database: Database;
  /** The process ends at the so-many-th transaction from now; `stored`: right after it is committed, before anybody hears of it. */
  arm(transaction: number, stored: boolean): void;
  isOver(): boolean;
}

/** A store for one process that can end at any transaction: it is rolled back or committed, and nothing comes after it. */
export const killable = (store: Database): Killable => {
  let left = Number.POSITIVE_INFINITY;
  let after = false;
  let over = false;
  return {
    isOver: () => over,
    arm(transaction, stored) {
      [left, after] = [transaction, stored];
    },
    database: {
      ...store,
      health: store.health,
      async transaction(work) {
        if (over) throw new ProcessEnded();
        left -= 1;
        if (left > 0) return store.transaction(work);
        over = true;
        await store.transaction(async (trx) => {
          await work(trx);
          if (!after) throw new ProcessEnded();
        });
        throw new ProcessEnded();
      },
      write: (...args) => {
        if (over) throw new ProcessEnded();
        return store.write(...args);
      },
    },
  };
};
