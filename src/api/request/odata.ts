/** A text as OData writes it between quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Conditions joined into one filter; undefined for none. Empty ones are left out. */
export const joinConditions = (conditions: readonly string[], by: 'and' | 'or' = 'and'): string | undefined =>
  conditions.filter(Boolean).join(` ${by} `) || undefined;
