import { AsyncLocalStorage } from 'node:async_hooks';

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
