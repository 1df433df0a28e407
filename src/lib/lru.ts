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
