/**
 * A value as both engines bind it: text, numbers and null; a boolean becomes 1 or 0. Objects are refused, because node:sqlite
 * takes one for named parameters and shifts the columns, and pg writes it as JSON.
 * @throws TypeError
 */
export const bindable = (value: unknown): string | number | bigint | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`storage cannot bind a ${typeof value}; columns hold text and numbers only`);
};
