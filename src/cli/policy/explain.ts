import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { z } from 'zod';
import type { ChangeKind } from '#engine/changes/change-kind.ts';
import { type Explanation, explain } from '#engine/changes/decision/preview.ts';
import { rolesOf } from '#features/access/policy.ts';
import { GRANT } from '#features/access/requestable.ts';
import { features } from '#features/index.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { isMapping, parseYaml } from '#policy/file/yaml-source.ts';
import type { Policy, PolicyPerson } from '#policy/policy.ts';
import { issueProblems } from '#policy/problems/issues.ts';
import { formatProblem, suggest } from '#policy/problems/problem.ts';
import type { DirectoryPerson } from '#teams/directory/directory.ts';
import type { OpenFile } from './open-file.ts';

/** What somebody wants to know. */
interface PolicyQuestion {
  /** A key, name or object id. */
  readonly who: string;
  readonly role: string;
  readonly place: string;
  /** A kind of change, such as access.grant. */
  readonly change: string;
}

/** The answer for programs. */
interface PolicyAnswer extends Explanation {
  readonly person: PolicyPerson;
}

/** @throws Error for a person, role, place or kind of change that the policy does not know */
const answer = (policy: Policy, { who, role, place, change }: PolicyQuestion): PolicyAnswer => {
  const [person, ...others] = policy.findPeople(who);
  if (!person) throw unknown(who, 'person', keysOf(policy.people));
  if (others.length > 0)
    throw new Error(`several people are called “${who}”: ${keysOf([person, ...others]).join(', ')}`);
  const roles = keysOf(rolesOf(policy));
  if (!roles.includes(role)) throw unknown(role, 'role', roles);
  if (!policy.place(place)) throw unknown(place, 'place', keysOf(policy.places));
  const kinds = features.flatMap(({ changes = [] }) => changes as readonly ChangeKind[]);
  const kind = kinds.find(({ name }) => name === change);
  if (!kind) {
    const names = kinds.map(({ name }) => name);
    throw unknown(change, 'change', names);
  }
  return { person, ...explain(policy, { kind, facets: { role, place }, requester: person.objectId }) };
};

const keysOf = (entries: readonly { readonly key: string }[]): readonly string[] => entries.map(({ key }) => key);

const unknown = (word: string, what: string, known: readonly string[]): Error =>
  new Error(`“${word}” is no ${what} of this policy: ${suggest(word, known, 'there is none')}`);

/** The answer as lines. */
export const linesOf = (policy: Policy, asked: PolicyQuestion): readonly string[] => {
  const { person, passed, rule, as, unread, stages, needs } = answer(policy, asked);
  const role = rolesOf(policy).find(({ key }) => key === asked.role);
  const subject = `${person.name}, ${asked.change}: ${asked.role} at ${asked.place}`;
  const others = passed.map(
    ({ rule, facet, isFor }) => `  not “${rule}”: it is for ${[facet, isFor.join(', ')].filter(Boolean).join(' ')}`,
  );
  if (!rule) {
    const why = unread.length > 0 ? `nobody knows: who is in ${unread.join(', ')} is unknown` : 'may not ask: no rule';
    return [subject, why, ...others];
  }
  const decided = stages.map(({ approvals, people }, index) => {
    const names = people.map(({ name }) => name).join(', ') || 'nobody';
    return `${stages.length > 1 ? `stage ${index + 1}: ` : ''}${approvals} of ${names}`;
  });
  return [
    subject,
    `rule: “${rule.name}”, by ${as ?? 'nothing'}`,
    ...others,
    needs === 0 ? 'decides: nobody, it is sent at once' : `decides: ${decided.join('; ')}`,
    ...(unread.length > 0 ? [`unknown: who is in ${unread.join(', ')}`] : []),
    ...(role ? [`limits: ${limitsOf(role)}`] : []),
  ];
};

const limitsOf = ({ max, startWithin, approvals }: ReturnType<typeof rolesOf>[number]): string =>
  [
    max === undefined ? 'may last for ever' : `lasts at most ${formatDuration(max, 'en')}`,
    `begins within ${formatDuration(startWithin, 'en')}`,
    ...(approvals > 0 ? [`needs at least ${approvals} of all approvals`] : []),
  ].join(', ');

const names = z.array(z.string());

/** What a case expects; what it leaves out may be anything. */
const expectation = z.strictObject({
  /** The name of the rule that counts, or "none". */
  rule: z.string().optional(),
  /** The keys of everybody who can decide, in any stage. */
  decide: names.optional(),
  approvals: z.int().min(0).optional(),
  /** Directory groups without which the outcome is unknown. */
  unknown: names.optional(),
});

const testCase = z.strictObject({
  name: z.string().min(1),
  who: z.string(),
  change: z.string().default(GRANT),
  role: z.string(),
  place: z.string(),
  expect: expectation,
});

const schema = z.strictObject({
  /** Who is in groups of the directory, by keys of the policy or by accounts; a group that is not here is unknown. */
  members: z.record(z.string(), names).default({}),
  cases: z.array(testCase).min(1),
});

type Cases = z.infer<typeof schema>;

/** @throws Error with a line for each problem */
export const readCases = (file: string, text: string): Cases => {
  const source = parseYaml(text);
  const parsed = schema.safeParse(source.data ?? {});
  if (parsed.success && source.problems.length === 0) return parsed.data;
  const found = parsed.success ? [] : issueProblems(parsed.error, schema, isMapping(source.data) ? source.data : {});
  const problems = [...source.problems, ...found.map(source.locate)];
  throw new Error(problems.map((problem) => formatProblem(basename(file), problem)).join('\n'));
};

/** The policy with the members that the cases name. @throws Error for a group that the policy does not take from the directory */
export const withMembers = ({ policy, with: withMembersOf }: OpenFile, { members }: Cases): Policy => {
  const byId = new Map<string, readonly DirectoryPerson[]>();
  for (const [group, people] of Object.entries(members)) {
    const id = policy.directoryGroups.get(group);
    if (id === undefined) throw new Error(`members: “${group}” is no group of the directory in this policy`);
    byId.set(
      id,
      people.map((name) => personOf(policy, name)),
    );
  }
  return withMembersOf((id) => byId.get(id));
};

/** A person missing from the policy gets an object id made from the account: nothing but these cases ever uses it. */
const personOf = (policy: Policy, name: string): DirectoryPerson => {
  const known = policy.person(name);
  if (known) return { objectId: known.objectId };
  if (!name.includes('@')) throw new Error(`members: “${name}” is no key under people, and no account`);
  const hex = createHash('sha256').update(name.toLowerCase()).digest('hex');
  const objectId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
  return { objectId, account: name.toLowerCase(), email: name.toLowerCase() };
};

/** Runs the cases. @param print gets a line for each, and one for each difference @returns whether all of them hold */
export const runCases = (policy: Policy, { cases }: Cases, print: (line: string) => void): boolean => {
  let differing = 0;
  for (const { name, expect, ...asked } of cases) {
    const { rule, stages, needs, unread } = answer(policy, asked);
    const found = {
      rule: rule?.name ?? 'none',
      decide: [...new Set(stages.flatMap(({ people }) => people.map(({ key }) => key)))].toSorted(),
      approvals: needs,
      unknown: unread.toSorted(),
    };
    const wrong = (Object.keys(found) as (keyof typeof found)[]).filter(
      (field) => expect[field] !== undefined && sortedText(expect[field]) !== sortedText(found[field]),
    );
    print(`${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${name}`);
    for (const field of wrong) print(`      ${field}: expected ${shown(expect[field])}, found ${shown(found[field])}`);
    differing += wrong.length > 0 ? 1 : 0;
  }
  print(`${cases.length} cases, ${differing} with a difference`);
  return differing === 0;
};

const sortedText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') || 'nobody' : String(value));
