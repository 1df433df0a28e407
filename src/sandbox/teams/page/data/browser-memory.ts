const name = (key: string) => `steward.${key}`;

/** What the browser keeps for this page, as JSON; what cannot be read counts as never written. */
export const readMemory = <Value>(key: string, fallback: Value): Value => {
  try {
    const kept = localStorage.getItem(name(key));
    return kept === null ? fallback : (JSON.parse(kept) as Value);
  } catch {
    return fallback;
  }
};

/** Undefined is forgotten. */
export const writeMemory = (key: string, value: unknown): void => {
  if (value === undefined) localStorage.removeItem(name(key));
  else localStorage.setItem(name(key), JSON.stringify(value));
};
