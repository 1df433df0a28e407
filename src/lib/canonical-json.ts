/** JSON in which the fields of every object stand in the order of their names: equal values give equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : field,
  );
