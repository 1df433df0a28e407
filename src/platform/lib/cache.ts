import { type Clock, steady } from './clock.ts';

/**
 * An LRU cache: a key gives the same value again until it is the least recently used of too many.
 * @param most values in the cache
 */
export const createLru = <V>(most: number): ((key: string, make: () => V) => V) => {
  const kept = new Map<string, V>();
  return (key, make) => {
    const isKept = kept.has(key);
    const value = isKept ? (kept.get(key) as V) : make();
    kept.delete(key);
    kept.set(key, value);
    if (isKept) return value;
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
};

/** A small cache for answers that may be some minutes old; concurrent callers share one read; failures are not cached. */
export interface TtlCache {
  /** @param freshMs how old the answer may be, in milliseconds */
  get<T>(key: string, freshMs: number, read: () => Promise<T>): Promise<T>;
}

const MOST = 1_000;

export const createTtlCache = (wall: Clock): TtlCache => {
  const clock = steady(wall);
  const entries = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  return {
    get<T>(key: string, freshMs: number, read: () => Promise<T>): Promise<T> {
      const found = entries.get(key);
      if (found && found.at + freshMs > clock.now()) return found.answer as Promise<T>;
      const answer = read();
      entries.delete(key);
      entries.set(key, { at: clock.now(), answer });
      const [oldest] = entries.keys();
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
      answer.catch(() => {
        if (entries.get(key)?.answer === answer) entries.delete(key);
      });
      return answer;
    },
  };
};

/** Computes a value once for each object, and keeps it as long as the object lives: for objects that never change. */
export const memoByObject = <K extends WeakKey, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = made.get(key) ?? { value: make(key) };
    made.set(key, kept);
    return kept.value;
  };
};

/** Makes a value when it is first asked for, and keeps it. */
export const lazy = <V>(make: () => V): (() => V) => {
  let made: { readonly value: V } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
