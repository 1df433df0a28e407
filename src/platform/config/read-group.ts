import { z } from 'zod';
import { clouds, namesOfCloud } from '#platform/identity/cloud.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings, or all that is wrong with them. A problem never shows a value. */
export type Read<T> =
  | { readonly ok: true; readonly values: T }
  | { readonly ok: false; readonly problems: readonly string[] };

export const problemsOf = (read: Read<unknown>): readonly string[] => (read.ok ? [] : read.problems);

/** All that is wrong with a group of settings at once. */
export const readGroup = <S extends z.ZodObject>(schema: S, given: Environment): Read<z.output<S>> => {
  const read = schema.safeParse(given);
  if (read.success) return { ok: true, values: read.data };
  const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return { ok: false, problems: [...wrong].flatMap((name) => problem(schema, name, given)) };
};

export const CLOUDS = `${clouds.slice(0, -1).join(', ')} or ${clouds.at(-1)}`;

/** What is missing is told by the same words as what is empty; not at all while CLOUD is wrong, which would say it. */
const problem = (schema: z.ZodObject, name: string, given: Environment): readonly string[] => {
  const value = given[name];
  const wanted = z.safeParse(schema.shape[name] ?? z.never(), value ?? '').error?.issues[0]?.message;
  if (value !== undefined) return [`${name} is wrong: it ${wanted}`];
  if (!namesOfCloud.has(name)) return [`${name} is missing: it ${wanted}`];
  return given['CLOUD'] === undefined ? [`${name} is missing: set CLOUD to ${CLOUDS}, or give it`] : [];
};
