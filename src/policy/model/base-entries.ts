import { z } from 'zod';
import { isMapping } from '#policy/file/yaml-source.ts';
import { crossProblems } from '#policy/problems/cross-checks.ts';
import { issueProblems } from '#policy/problems/issues.ts';
import type { SectionProblem } from '#policy/section.ts';
import {
  accountSchema,
  type ConversationEntry,
  conversationSchema,
  directoryGroupSchema,
  type GroupEntry,
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
export interface BaseEntries {
  readonly people: Entries<PersonEntry>;
  readonly groups: Entries<GroupEntry>;
  readonly places: Entries<PlaceEntry>;
  readonly conversations: Entries<ConversationEntry>;
  readonly operators: string | undefined;
  readonly guests: 'refuse' | 'allow';
  readonly administrators: readonly string[];
}

/** The top-level keys that belong to no section. */
export const baseKeys: readonly string[] = [
  'people',
  'groups',
  'places',
  'conversations',
  'operators',
  'guests',
  'administrators',
] satisfies (keyof BaseEntries)[];

/** Reads the keys of a policy that belong to no section. @returns with problems, the entries are only good for checking the sections */
export const readBaseEntries = (
  data: Readonly<Record<string, unknown>>,
  tenantId: string | undefined,
): { readonly entries: BaseEntries; readonly problems: readonly SectionProblem[] } => {
  const problems: SectionProblem[] = [];

  const value = <T>(path: readonly string[], schema: z.ZodType<T>, from: unknown): T | undefined => {
    const parsed = schema.safeParse(from);
    if (parsed.success) return parsed.data;
    const found = issueProblems(parsed.error, schema, from);
    problems.push(...found.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
    return undefined;
  };

  const area = <T>(name: string, schemaOf: (entry: unknown) => z.ZodType<T>): Entries<T> => {
    const named = value([name], areaSchema, data[name]);
    return new Map(
      Object.entries(named ?? {}).map(([key, entry]) => {
        value([name, key], nameSchema, key);
        return [key, value([name, key], schemaOf(entry), entry)];
      }),
    );
  };

  const entries: BaseEntries = {
    people: area('people', (entry) => (isUnpinned(entry) ? unpinnedSchema : personSchema)),
    groups: area<GroupEntry>('groups', (entry) => (isMapping(entry) ? directoryGroupSchema : namesSchema)),
    places: area('places', () => placeSchema),
    conversations: area('conversations', () => conversationSchema),
    operators: value(['operators'], z.string().optional(), data['operators']),
    guests: value(['guests'], guestsSchema, data['guests']) ?? 'refuse',
    administrators: value(['administrators'], namesSchema.default([]), data['administrators']) ?? [],
  };
  return { entries, problems: [...problems, ...crossProblems(entries, tenantId)] };
};

/** Named by an account alone, as before `policy check --online` has found its id. */
const isUnpinned = (entry: unknown): boolean => isMapping(entry) && 'account' in entry && !('id' in entry);

/** Rights belong to an object id: an address can be given to somebody else. */
const unpinnedSchema = personSchema.extend({
  id: z.string().default(''),
  account: accountSchema.refine(
    () => false,
    'has no object id yet → run "npm run -s policy -- check FILE --online", which writes it beside the account',
  ),
});

/** Not z.record, which ignores a key named __proto__. */
const areaSchema = z
  .custom<object>(isMapping, 'is not a mapping → write its keys below it, each on its own line')
  .default({});
