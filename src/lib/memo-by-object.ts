/** Makes something of an object once and keeps it as long as the object lives: for objects that never change. */
export const memoByObject = <K extends WeakKey, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const kept = made.get(key) ?? { value: make(key) };
    made.set(key, kept);
    return kept.value;
  };
};
