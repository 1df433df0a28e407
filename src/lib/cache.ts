import { type Clock, steady } from './clock.ts';

/**
 * Remembers what was made lately: the same key again gives the same value, until so many others were asked for since.
 * @param most values that are remembered
 */
export const createLru = <V>(most: number): ((key: string, make: () => V) => V) => {
  const kept = new Map<string, V>();
  return (key, make) => {
    const value = kept.has(key) ? (kept.get(key) as V) : make();
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
};

/** A small memory for answers that may be some minutes old; one read however many ask at once, failures not kept. */
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

/** Makes something of an object once and keeps it as long as the object lives: for objects that never change. */
export const memoByObject = <K extends WeakKey, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = made.get(key) ?? { value: make(key) };
    made.set(key, kept);
    return kept.value;
  };
};
