import type { z } from 'zod';

/** Reads a body by its schema; one that is no JSON is read as nothing at all. */
export const readJson = <T>(schema: z.ZodType<T>, text: string): z.ZodSafeParseResult<T> =>
  schema.safeParse(parsed(text));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
