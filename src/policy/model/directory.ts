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

/** By key; undefined for an entry that is broken: its name stays known, so that what refers to it is not reported too. */
export type Entries<T> = ReadonlyMap<string, T | undefined>;

/** Who is who and what is where, as written. */
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
 * Reads the core of a policy.
 * @param tenantId a person with this id is a slip of the pen; undefined when the tenant is not known.
 * @returns all problems; with any, the core serves only to go on checking.
 */
export const readDirectory = (
  written: Readonly<Record<string, unknown>>,
  tenantId: string | undefined,
): { readonly core: Directory; readonly problems: readonly SectionProblem[] } => {
  const problems: SectionProblem[] = [];

  const value = <T>(path: readonly string[], schema: z.ZodType<T>, from: unknown): T | undefined => {
    const parsed = schema.safeParse(from);
    if (parsed.success) return parsed.data;
    const found = issueProblems(parsed.error, schema, from);
    problems.push(...found.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
    return undefined;
  };

  const entries = <T>(area: string, schema: z.ZodType<T>): Entries<T> => {
    const named = value([area], areaSchema, written[area]);
    return new Map(
      Object.entries(named ?? {}).map(([key, entry]) => {
        value([area, key], nameSchema, key);
        return [key, value([area, key], schema, entry)];
      }),
    );
  };

  const core: Directory = {
    people: entries('people', personSchema),
    groups: entries('groups', namesSchema),
    places: entries('places', placeSchema),
    conversations: entries('conversations', conversationSchema),
    operators: value(['operators'], z.string().optional(), written['operators']),
    guests: value(['guests'], guestsSchema, written['guests']) ?? 'refuse',
    administrators: value(['administrators'], namesSchema.default([]), written['administrators']) ?? [],
  };
  return { core, problems: [...problems, ...crossProblems(core, tenantId)] };
};

/** Not z.record, which passes over a key named __proto__ in silence. */
const areaSchema = z
  .custom<object>(isMapping, 'is not a mapping → write its keys below it, each on a line of its own')
  .default({});
