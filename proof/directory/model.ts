import {
  type DirectoryGroup,
  directoryGroups,
  guest,
  namedGroups,
  type Person,
  people,
  type Role,
  type Rule,
  type World,
} from './policy.ts';

/**
 * What docs/policy.md says of groups of the directory, from the state of the directory alone: nested members count, guests do not,
 * of a group that cannot be read nobody is known, and no later rule comes in place of one that might count.
 */

const isGroup = (name: string): name is DirectoryGroup => directoryGroups.some((one) => one === name);

/** Everybody in a group, by repeating until nothing is added: the code walks instead. */
const everybodyIn = ({ directory }: World, group: DirectoryGroup): ReadonlySet<Person> => {
  const found = new Set<string>([group]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const name of [...found]) if (isGroup(name)) for (const member of directory.members[name]) found.add(member);
  }
  return new Set(people.filter((person) => found.has(person) && person !== guest));
};

const isNamed = (name: string): name is (typeof namedGroups)[number] => namedGroups.some((one) => one === name);

/** Groups among these names of which nobody is known now. */
const unknownAmong = ({ directory }: World, names: readonly string[]): readonly string[] =>
  names.filter((name) => isNamed(name) && directory.answers[name] !== 'all');

/** Whether a person certainly belongs to one of these names. */
export const belongs = (world: World, names: readonly string[], person: Person): boolean =>
  names.some((name) => {
    if (name === person) return true;
    if (name === 'staff') return world.staff.includes(person);
    return isNamed(name) && unknownAmong(world, [name]).length === 0 && everybodyIn(world, name).has(person);
  });

export type Found =
  | { readonly is: 'rule'; readonly rule: Rule }
  | { readonly is: 'none' }
  | { readonly is: 'unknown'; readonly groups: readonly string[] };

/** The rule that counts for a request of this person for a role for themselves. */
export const ruleFor = (world: World, person: Person, role: Role): Found => {
  for (const rule of world.rules) {
    if (rule.roles.length > 0 && !rule.roles.includes(role)) continue;
    if (belongs(world, rule.ask, person)) return { is: 'rule', rule };
    const groups = unknownAmong(world, rule.ask);
    if (groups.length > 0) return { is: 'unknown', groups };
  }
  return { is: 'none' };
};

/** Everybody who can decide about this person's request under a rule. */
export const decidersOf = (world: World, { decide }: Rule, requester: Person): readonly Person[] =>
  people.filter((person) => person !== requester && belongs(world, decide, person));

/** What becomes of a request. */
type Submission = 'taken' | 'not allowed' | 'unknown' | 'nobody decides';

export const submissionOf = (world: World, person: Person, role: Role): Submission => {
  const found = ruleFor(world, person, role);
  if (found.is !== 'rule') return found.is === 'none' ? 'not allowed' : 'unknown';
  const { rule } = found;
  const isOpen = unknownAmong(world, rule.decide).length > 0;
  return isOpen || decidersOf(world, rule, person).length >= rule.approvals ? 'taken' : 'nobody decides';
};

export interface Request {
  readonly requester: Person;
  readonly role: Role;
  /** The approvals that it needed when it was made. */
  readonly needs: number;
  /** Who has approved. */
  readonly votes: readonly Person[];
}

/** What an approval of somebody who has not voted does. */
export const pressOf = (world: World, request: Request, person: Person): 'refused' | 'counts' | 'approves' => {
  const found = ruleFor(world, request.requester, request.role);
  if (found.is !== 'rule') return 'refused';
  const deciders = decidersOf(world, found.rule, request.requester);
  if (!deciders.includes(person)) return 'refused';
  const counted = new Set([...request.votes, person].filter((voter) => deciders.includes(voter)));
  return counted.size >= Math.max(request.needs, found.rule.approvals) ? 'approves' : 'counts';
};
