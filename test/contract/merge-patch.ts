/** The differences from an object as a JSON merge patch (RFC 7396): `null` removes a field, a list is replaced whole. */
export type Patch = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is Patch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with a patch applied; what is no object is replaced by the patch. */
export const mergePatch = (value: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], change);
  }
  return merged;
};
