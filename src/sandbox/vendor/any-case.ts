import { z } from 'zod';
import { Refusal } from './refusal.ts';

/**
 * An object of a request's body: field names in any case, null and absent alike, unknown fields left out. What comes
 * out bears the names as they stand in `shape`.
 */
export const anyCase = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const fields = Object.entries(value).flatMap(([said, field]): [string, unknown][] => {
      const name = names.get(said.toLowerCase());
      return name === undefined || field === null ? [] : [[name, field]];
    });
    return Object.fromEntries(fields);
  };
  return z.preprocess(rename, z.object(shape));
};

/** What a body says. @throws Refusal 400 InvalidRequestContent that names the fields and never a value */
export const readBody = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw invalid(z.prettifyError(read.error).replaceAll('\n', ' '));
};

/** The body is JSON but not what the documents ask for. */
export const invalid = (message: string): Refusal =>
  new Refusal(400, 'InvalidRequestContent', `The request content was invalid: ${message}`);
