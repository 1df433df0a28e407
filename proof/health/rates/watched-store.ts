import type { Database } from '../../../src/platform/storage/database.ts';

interface WatchedStore {
  readonly database: Database;
  /** Whether a query or a transaction is under way. */
  isBusy(): boolean;
}

/** A store that reports when it is busy: time must not advance then. */
export const watchStore = (store: Database): WatchedStore => {
  let underWay = 0;
  const counted = async <R>(work: () => Promise<R>): Promise<R> => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  const executor = store.db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (work, options) => counted(() => provide(work, options));
  return {
    isBusy: () => underWay > 0,
    database: {
      ...store,
      transaction: (work) => counted(() => store.transaction(work)),
      write: (work) => counted(() => store.write(work)),
    },
  };
};
