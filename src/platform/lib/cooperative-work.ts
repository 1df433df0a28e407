/** Long work that can pause at each `yield`, so that it need not hold up everything else. */
export type CooperativeWork<T> = Generator<undefined, T, undefined>;

/** How long everything else waits for a slice. */
const SLICE_MS = 10;
const ITEMS = 64;

/** Maps a list, with a pause after each 64 items. */
export function* mapCooperatively<A, B>(items: readonly A[], of: (item: A) => B): CooperativeWork<B[]> {
  const mapped: B[] = [];
  for (const item of items) {
    if (mapped.length % ITEMS === 0) yield;
    mapped.push(of(item));
  }
  return mapped;
}

/** A value that takes long to make, and is made once. */
interface PreparedValue<T> {
  /** Makes it beside everything else, in slices of about 10 ms. */
  prepare(): Promise<void>;
  /** Makes the rest of it without a pause. */
  get(): T;
}

export const lazyCooperative = <T>(begin: () => CooperativeWork<T>): PreparedValue<T> => {
  let work: CooperativeWork<T> | undefined;
  let made: { readonly value: T } | undefined;
  /** @param until by `performance.now()` */
  const makeUntil = (until: number): void => {
    work ??= begin();
    try {
      while (!made && performance.now() < until) {
        const { done, value } = work.next();
        if (done) made = { value };
      }
    } catch (error) {
      // The next call begins anew.
      work = undefined;
      throw error;
    }
  };
  return {
    async prepare() {
      while (!made) {
        makeUntil(performance.now() + SLICE_MS);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    get() {
      makeUntil(Number.POSITIVE_INFINITY);
      return (made as { readonly value: T }).value;
    },
  };
};
