import { z } from 'zod';
import { isMapping } from '../file/yaml-source.ts';
import { crossProblems } from '../problems/cross-checks.ts';
import { issueProblems } from '../problems/issues.ts';
import type { SectionProblem } from '../section.ts';
import {
  type ConversationEntry,
  conversationSchema,
  guestsSchema,
  nameSchema,
  namesSchema,
  type PersonEntry,
  type PlaceEntry,
  personSchema,
  placeSchema,
} from './entries.ts';

/** By key; undefined for an invalid entry: its key stays known, so that references to it cause no further problems. */
export type Entries<T> = ReadonlyMap<string, T | undefined>;

/** People, groups, places and conversations as in the file. */
export interface Directory {
  readonly people: Entries<PersonEntry>;
  readonly groups: Entries<readonly string[]>;
  readonly places: Entries<PlaceEntry>;
  readonly conversations: Entries<ConversationEntry>;
  readonly operators: string | undefined;
  readonly guests: 'refuse' | 'allow';
  readonly administrators: readonly string[];
}

/** The top-level keys that belong to no section. */
export const directoryKeys: readonly string[] = [
  'people',
  'groups',
  'places',
  'conversations',
  'operators',
  'guests',
  'administrators',
] satisfies (keyof Directory)[];

/**
 * Reads the keys of a policy that belong to no section.
 * @param tenantId a person with this id is a mistake; undefined when the tenant is not known
 * @returns if there are problems, the directory is only good for checking the sections
 */
export const readDirectory = (
  data: Readonly<Record<string, unknown>>,
  tenantId: string | undefined,
): { readonly directory: Directory; readonly problems: readonly SectionProblem[] } => {
  const problems: SectionProblem[] = [];

  const value = <T>(path: readonly string[], schema: z.ZodType<T>, from: unknown): T | undefined => {
    const parsed = schema.safeParse(from);
    if (parsed.success) return parsed.data;
    const found = issueProblems(parsed.error, schema, from);
    problems.push(...found.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
    return undefined;
  };

  const entries = <T>(area: string, schema: z.ZodType<T>): Entries<T> => {
    const named = value([area], areaSchema, data[area]);
    return new Map(
      Object.entries(named ?? {}).map(([key, entry]) => {
        value([area, key], nameSchema, key);
        return [key, value([area, key], schema, entry)];
      }),
    );
  };

  const directory: Directory = {
    people: entries('people', personSchema),
    groups: entries('groups', namesSchema),
    places: entries('places', placeSchema),
    conversations: entries('conversations', conversationSchema),
    operators: value(['operators'], z.string().optional(), data['operators']),
    guests: value(['guests'], guestsSchema, data['guests']) ?? 'refuse',
    administrators: value(['administrators'], namesSchema.default([]), data['administrators']) ?? [],
  };
  return { directory, problems: [...problems, ...crossProblems(directory, tenantId)] };
};

/** Not z.record, which ignores a key named __proto__. */
const areaSchema = z
  .custom<object>(isMapping, 'is not a mapping → write its keys below it, each on its own line')
  .default({});
