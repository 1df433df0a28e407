import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<{ held: boolean }>();

/** Runs `work` as the one holder of a connection; a second claim inside it is a programming error, not a wait for ever. */
export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> => scope.run({ held: false }, work);

/** True while the caller runs inside an open transaction: the moment at which nothing may go out to the network. */
export const transactionIsOpen = (): boolean => scope.getStore()?.held === true;

/** Every driver asks here before it hands out a connection. */
export const claimConnection = (): void => {
  const transaction = scope.getStore();
  if (!transaction) return;
  if (transaction.held) throw new Error('the database was used beside its open transaction; pass the transaction on');
  transaction.held = true;
};
