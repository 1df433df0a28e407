import { z } from 'zod';
import type { Progress } from '#cloud/operation.ts';
import { lenient, word } from '#cloud/response/response.ts';

type Path = readonly PropertyKey[];

/** A record that may have been read without some of its fields. */
export interface InPart {
  /** The names of the fields that could not be read and nobody needs, as `recommendedActions.actions.groupId`. */
  readonly leftOut?: readonly string[];
}

/** A record without its unreadable fields, named in `leftOut`. @param leaving what to leave out for one; undefined: it is needed */
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

const text = z.string().optional();
const creator = word('User', 'Application', 'ManagedIdentity', 'Key').optional();

const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** A moment; without a zone it is UTC, as all of the vendor's times are. */
export const moment = z.iso
  .datetime({ offset: true, local: true })
  .overwrite((text) => (ZONE.test(text) ? text : `${text}Z`));

/** Who created a record and who changed it last (docs/sources.md, Reading and writing). */
export const systemData = lenient({
  createdAt: text,
  createdBy: text,
  createdByType: creator,
  lastModifiedAt: text,
  lastModifiedBy: text,
  lastModifiedByType: creator,
});

/** Tags by name; one whose value is not a text is skipped. */
export const textTags = z
  .record(z.string(), z.unknown())
  .transform((tags) =>
    Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => typeof tag[1] === 'string')),
  );

const ends: ReadonlyMap<string, Progress> = new Map([
  ['Succeeded', 'succeeded'],
  ['Failed', 'failed'],
  ['Canceled', 'failed'],
]);

/** Succeeded, Failed and Canceled are final (docs/sources.md, Long-running operations); every other state, known or not, is running. */
export const provisioningProgress = ({
  provisioningState = '',
}: {
  readonly provisioningState?: string | undefined;
}): Progress => ends.get(provisioningState) ?? 'running';
