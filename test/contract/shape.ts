/**
 * The kind of value at each path of a JSON value, a list by its first element: `{'value[].id': 'string'}`.
 * Null and absent values can be of any kind and are left out.
 */
export const shapeOf = (value: unknown, path = ''): Record<string, string> => {
  if (value === null || value === undefined) return {};
  if (Array.isArray(value)) return { [path]: 'list', ...shapeOf(value[0], `${path}[]`) };
  if (typeof value !== 'object') return { [path]: typeof value };
  const children = Object.entries(value).map(([name, child]) => shapeOf(child, path === '' ? name : `${path}.${name}`));
  return Object.assign({}, ...children);
};
