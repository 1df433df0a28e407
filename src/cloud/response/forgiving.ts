import { z } from 'zod';

type Path = readonly PropertyKey[];

/** A record that may have been read without some of its fields. */
export interface InPart {
  /** The names of the fields that could not be read and nobody needs, as `recommendedActions.actions.groupId`. */
  readonly leftOut?: readonly string[];
}

/**
 * A record that is not lost for a field that nobody needs: unreadable ones are left out, and `leftOut` names them.
 * @param leaving what to leave out for an unreadable field of the record; undefined for a field that is needed
 */
export const forgiving = <T extends object>(
  schema: z.ZodType<T>,
  leaving: (path: Path, record: unknown) => Path | undefined,
): z.ZodType<T & InPart> =>
  z.unknown().transform((record, context) => {
    const read = schema.safeParse(record);
    if (read.success) return read.data;
    const paths = read.error.issues.map(({ path }) => leaving(path, record)).filter((path) => path !== undefined);
    const isSpare = paths.length === read.error.issues.length;
    // From the end: what is left out of a list moves the rest of it.
    const rest = isSpare ? schema.safeParse(paths.reduceRight<unknown>(without, record)) : read;
    if (rest.success) return { ...rest.data, leftOut: [...new Set(paths.map(nameOf))] };
    for (const { path, message } of rest.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });

/** The names of what was left out of a record; none of one that was read whole. */
export const leftOutOf = (record: unknown): readonly string[] => (record as InPart | null)?.leftOut ?? [];

/** The value at a path; names in any case. */
export const valueAt = (record: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => entriesOf(value).find(([name]) => isStep(name, step))?.[1], record);

const without = (record: unknown, [step = '', ...rest]: Path): unknown => {
  const change = (entries: readonly [string, unknown][]): [string, unknown][] =>
    entries.flatMap(([name, value]): [string, unknown][] => {
      if (!isStep(name, step)) return [[name, value]];
      return rest.length === 0 ? [] : [[name, without(value, rest)]];
    });
  const entries = change(entriesOf(record));
  return Array.isArray(record) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
};

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' ? Object.entries(value ?? {}) : [];
const isStep = (name: string, step: PropertyKey): boolean => name.toLowerCase() === String(step).toLowerCase();

const nameOf = (path: Path): string =>
  path.filter((step) => typeof step === 'string' && step !== 'properties').join('.');
