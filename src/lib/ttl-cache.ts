import { type Clock, steady } from './clock.ts';

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
