import type { Store, Stores } from '../../test/support/database.ts';
import type { Proof } from '../proof.ts';
import { runOnStores } from '../run-on-stores.ts';
import { openEnvironment } from './environment.ts';

/** Runs on one store. */
const RUNS_PER_ENVIRONMENT = 150;
/** Workers on each kind of store: a run waits more than it works. */
const WORKERS = 3;

/** The same stores for several workers, started and stopped once; one store is made or removed at a time. */
export const forWorkers = (stores: Stores): Stores[] => {
  let started: Promise<void> | undefined;
  let left = WORKERS;
  const start = (): Promise<void> => {
    started ??= stores.start();
    return started;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const create = async (): Promise<Store> => {
    const store = await inTurn(stores.create);
    return { ...store, remove: () => inTurn(store.remove) };
  };
  const stop = async (): Promise<void> => {
    left -= 1;
    if (left === 0) await stores.stop();
  };
  return Array.from({ length: WORKERS }, () => ({ ...stores, start, create, stop }));
};

/**
 * Requests, votes, changes of the policy and restarts in any order, against a model of what the policy means: nothing is approved and
 * nothing goes out without the votes that the policy of that moment requires, and nobody is stuck.
 */
export const policyChange: Proof = {
  name: 'policy-change',
  runs: 3_000,
  prove(options) {
    const { seed, complain } = options;
    const workers = { ...options, stores: options.stores.flatMap(forWorkers) };
    return runOnStores(workers, {
      runsPerEnvironment: RUNS_PER_ENVIRONMENT,
      open: (store, at) => openEnvironment(store, seed, (run, words) => complain({ run, at, words })),
    });
  },
};
