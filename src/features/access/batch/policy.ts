import { z } from 'zod';
import { MOST_LINES } from '#engine/changes/batch/batch.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { normalise } from '#platform/lib/text.ts';
import { durationSchema } from '#policy/model/entries.ts';
import type { PolicyBase } from '#policy/policy.ts';
import { type SectionProblem, sameNames, unknownName, unknownPlace } from '#policy/section.ts';

const line = z.strictObject({ role: z.string(), place: z.string() });

const kit = z.strictObject({
  title: z.string().min(1).max(60),
  about: z.string().max(200).default(''),
  lines: z.array(line).min(1, 'has no lines → write at least one role with its place').max(MOST_LINES),
  /** How long its roles last unless somebody says otherwise. */
  for: durationSchema('"2 days" or "8 hours"').optional(),
});

/** Roles that a team asks for together, by the names that people type. @param name the schema of such a name */
export const kitsSchema = (name: z.ZodType<string, string>) => z.record(name, kit).default({});

type Kits = z.output<ReturnType<typeof kitsSchema>>;

export interface Kit extends z.output<typeof kit> {
  readonly key: string;
}

/** What the roles of the same section say of themselves. */
interface KitPolicy {
  readonly roles: Readonly<Record<string, { readonly title: string; readonly max?: number | 'no end' | undefined }>>;
  /** The maximum of roles without their own, in milliseconds. */
  readonly max: number;
  readonly kits: Kits;
}

/** Roles and places that the policy does not have, lines that stand there twice, and a time that is too long for a role. */
export const kitProblems = ({ roles, max: usual, kits }: KitPolicy, policy: PolicyBase): readonly SectionProblem[] => [
  ...sameNames(kits, ['kits'], 'kit'),
  ...Object.entries(kits).flatMap(([key, { lines, for: length = 0 }]) =>
    lines.flatMap(({ role, place }, index) => {
      const path = ['kits', key, 'lines', index];
      const known = Object.keys(roles);
      const isRole = known.includes(role);
      const max = roles[role]?.max ?? usual;
      const first = lines.findIndex((other) => other.role === role && other.place === place);
      return [
        ...(isRole ? [] : [unknownRole(role, known, [...path, 'role'])]),
        ...unknownPlace(policy, place, [...path, 'place']),
        ...(first === index ? [] : [{ path, message: 'stands there already', remedy: 'take one of the two out' }]),
        ...(isRole && max !== 'no end' && length > max ? [tooLong(role, max, ['kits', key, 'for'])] : []),
      ];
    }),
  ),
];

const unknownRole = (role: string, known: readonly string[], path: SectionProblem['path']): SectionProblem =>
  unknownName(role, known, path, 'is not a key under access.roles', 'add the role first');

const tooLong = (role: string, max: number, path: SectionProblem['path']): SectionProblem => ({
  path,
  message: `is longer than "${role}" may last`,
  remedy: `write at most "${formatDuration(max, 'en')}", or take the role out`,
});

const withoutKit = (words: readonly string[]): readonly string[] => {
  const [first, ...others] = words;
  if (first === 'the' || (first === 'kit' && others.length > 0)) return withoutKit(others);
  return words.length > 1 && words.at(-1) === 'kit' ? words.slice(0, -1) : words;
};

/** By key or title, with or without the word “kit”. */
export const findKit = (kits: readonly Kit[], words: string): Kit | undefined => {
  const name = withoutKit(words.trim().toLowerCase().split(/\s+/)).join(' ');
  const names = [words, name, `${name} kit`].map(normalise);
  return kits.find(({ key, title }) => [key, title].some((one) => names.includes(normalise(one))));
};
