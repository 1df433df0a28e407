import { z } from 'zod';
import { Refusal } from './refusal.ts';

/**
 * An object of a request's body: field names in any case, null as absent, unknown fields left out. The result has
 * the names of `shape`.
 */
export const anyCase = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).flatMap(([key, field]): [string, unknown][] => {
      const name = names.get(key.toLowerCase());
      return name === undefined || field === null ? [] : [[name, field]];
    });
    return Object.fromEntries(fields);
  };
  return z.preprocess(rename, z.object(shape));
};

/** One of these words in any case; the result is the word as listed. */
export const anyCaseWord = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess(
    (value) => words.find((word) => typeof value === 'string' && word.toLowerCase() === value.toLowerCase()) ?? value,
    z.enum(words),
  );

/** Parses a body. @throws Refusal 400 InvalidRequestContent with the fields and without their values */
export const readBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw invalid(z.prettifyError(read.error).replaceAll('\n', ' '));
};

/** The refusal of a JSON body that is not as documented. */
export const invalid = (message: string): Refusal =>
  new Refusal(400, 'InvalidRequestContent', `The request content was invalid: ${message}`);
