/** The first of many things by an order, and how many there were: what it holds does not grow with them. */
export interface Best<One> {
  add(one: One): void;
  /** Those that are kept, in their order. */
  best(): readonly One[];
  count(): number;
}

/** @param compare as a sort function has it: what is equal stays in the order in which it came */
export const createBest = <One>(most: number, compare: (one: One, other: One) => number): Best<One> => {
  let kept: One[] = [];
  let count = 0;
  const best = (): readonly One[] => kept.toSorted(compare).slice(0, most);
  return {
    add(one) {
      count += 1;
      kept.push(one);
      // Sorted now and then only: each time would cost as much as the rest of a reading.
      if (kept.length > 4 * most) kept = [...best()];
    },
    best,
    count: () => count,
  };
};
