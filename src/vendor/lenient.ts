import { z } from 'zod';

/**
 * An object as the vendor may send it (vendor-facts section 2): field names in any case, null and absent alike, unknown
 * fields dropped.
 */
export const lenient = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const names = new Map(Object.keys(shape).flatMap((name) => [name, name.toLowerCase()].map((said) => [said, name])));
  const spelled = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const known: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      const spelling = names.get(name) ?? names.get(name.toLowerCase());
      if (spelling !== undefined && field !== null) known[spelling] = field;
    }
    return known;
  };
  return z.preprocess(spelled, z.object(shape));
};

/** A word of a documented list, spelled as documented whatever case it came in; an unknown word stays as it is. */
export const word = (...known: readonly string[]) => {
  const spelling = new Map(known.map((text) => [text.toLowerCase(), text]));
  return z.string().transform((text) => spelling.get(text.toLowerCase()) ?? text);
};
