import { LRUCache } from 'lru-cache';
import { type Clock, steady } from './clock.ts';

/** An LRU cache: a key gives the same value until it is the least recently used of too many. @param max values in the cache */
export const createLru = <V extends NonNullable<unknown>>(max: number): ((key: string, make: () => V) => V) => {
  const cache = new LRUCache<string, V, () => V>({ max, memoMethod: (_key, _stale, { context: make }) => make() });
  return (key, make) => cache.memo(key, { context: make });
};

/** A small cache for answers that may be some minutes old; concurrent callers share one read; failures are not cached. */
export interface TtlCache {
  /** @param freshMs how long an answer that is read now is kept, in milliseconds */
  get<T>(key: string, freshMs: number, read: () => Promise<T>): Promise<T>;
  clear(): void;
}

const MOST = 1_000;

/** @param max answers in the cache */
export const createTtlCache = (clock: Clock, max: number = MOST): TtlCache => {
  const answers = new LRUCache<string, Promise<unknown>>({ max, perf: steady(clock), ttlResolution: 0 });
  return {
    get<T>(key: string, freshMs: number, read: () => Promise<T>): Promise<T> {
      const found = answers.get(key);
      if (found) return found as Promise<T>;
      const answer = read();
      answers.set(key, answer, { ttl: freshMs });
      answer.catch(() => {
        if (answers.peek(key) === answer) answers.delete(key);
      });
      return answer;
    },
    clear: () => answers.clear(),
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
