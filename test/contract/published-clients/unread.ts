/**
 * The fields of an answer that a published client did not read: each leaf of the answer whose value is nowhere in what the
 * client returned, as a path without indices. A date counts as read when the client made a Date of it.
 */
export const unread = (answer: unknown, returned: unknown): readonly string[] => {
  const known = new Set(leavesOf(returned).map(([, value]) => value));
  const missing = leavesOf(answer).filter(([, value]) => !known.has(value));
  return [...new Set(missing.map(([path]) => path))].toSorted();
};

type Leaf = readonly [path: string, value: string];

const leavesOf = (value: unknown, path = ''): readonly Leaf[] => {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [[path, `moment ${value.getTime()}`]];
  if (typeof value !== 'object') return [[path, textOf(value)]];
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, path));
  return Object.entries(value).flatMap(([name, field]) => leavesOf(field, path === '' ? name : `${path}.${name}`));
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

const textOf = (value: unknown): string => {
  const text = String(value);
  return MOMENT.test(text) ? `moment ${Date.parse(text)}` : text;
};
