export interface Store<State> {
  get(): State;
  /** Replaces the state by the result of `change` and calls every listener. */
  update(change: (state: State) => State): void;
  /** Calls `listener` after every change; the answer ends that. */
  subscribe(listener: () => void): () => void;
}

/** One place for all that the page shows: state goes down into views, changes come back through `update`. */
export const createStore = <State>(initial: State): Store<State> => {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    update: (change) => {
      const next = change(current);
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
