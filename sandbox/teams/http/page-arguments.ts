import { z } from 'zod';
import { findPerson, type Person } from '../chat/places.ts';
import { type Call, json, Problem, type Route } from './answer.ts';

/** The acting person, by key: an argument of every route that changes something. */
export const person = z.string().transform((key, context): Person => {
  const found = findPerson(key);
  if (found) return found;
  context.addIssue('nobody is called so');
  return z.NEVER;
});

/** The person whose page it is: `?as=`. */
export const reader = (call: Call): Person => read(person, call.query.get('as') ?? '');

/** @throws Problem 400 that names the first argument which does not fit */
export const read = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(400, 'BadArgument', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
};

/** A route that checks the JSON body of a request and answers the JSON of `work`. */
export const bodyRoute = <T>(
  method: Route['method'],
  path: string,
  schema: z.ZodType<T>,
  work: (body: T, params: Call['params']) => unknown,
): Route => ({
  method,
  path,
  handle: async (call) => json(200, await work(read(schema, await call.json()), call.params)),
});
