import type { Dice } from '../lib/dice.ts';
import { idOf, policyOf } from '../lib/policy-text.ts';

export const people = ['ana', 'bo', 'cy', 'di', 'ed', 'fi', 'gus', 'hal'] as const;
export type Person = (typeof people)[number];
/** Groups of the tenant's directory; the last two are only ever in other groups. */
export const directoryGroups = ['red', 'green', 'blue', 'inner', 'core'] as const;
export type DirectoryGroup = (typeof directoryGroups)[number];
/** Those of them that the policy names. */
export const namedGroups = ['red', 'green', 'blue'] as const;
export const roles = ['reader', 'owner'] as const;
export type Role = (typeof roles)[number];

/** What Graph answers to a read of a group's members. */
export type Answer = 'all' | 'unavailable' | 'throttled' | 'forbidden' | 'gone' | 'breaks after a page';

/** The directory as it is now. */
export interface DirectoryState {
  /** Who and which groups are directly in a group. */
  members: Record<DirectoryGroup, (Person | DirectoryGroup)[]>;
  answers: Record<DirectoryGroup, Answer>;
}

export interface Rule {
  readonly name: string;
  /** All of them when empty. */
  readonly roles: readonly Role[];
  /** Groups and people; “staff” is a group of the file. */
  readonly ask: readonly string[];
  readonly decide: readonly string[];
  readonly approvals: 1 | 2;
}

export interface World {
  readonly directory: DirectoryState;
  /** People of the group “staff”, which the file itself lists. */
  readonly staff: readonly Person[];
  readonly rules: readonly Rule[];
}

/** The people whom the file names: of the others it knows nothing. */
export const listed: readonly Person[] = ['ana', 'bo', 'cy', 'di'];
/** A guest of the tenant, whom the policy refuses. */
export const guest: Person = 'hal';

const some = <T>(dice: Dice, from: readonly T[], most: number): T[] => {
  const wanted = 1 + dice.below(most);
  return [...new Set(Array.from({ length: wanted }, () => dice.pick(from)))];
};

/** Groups may be in each other, also in a circle. */
export const randomMembers = (dice: Dice): DirectoryState['members'] => {
  const anything = [...people, ...people, ...directoryGroups];
  return Object.fromEntries(
    directoryGroups.map((group) => [group, dice.oneIn(6) ? [] : some(dice, anything, 4)]),
  ) as DirectoryState['members'];
};

export const allAnswer = (): DirectoryState['answers'] =>
  Object.fromEntries(directoryGroups.map((group) => [group, 'all'])) as DirectoryState['answers'];

export const randomAnswer = (dice: Dice): Answer =>
  dice.pick(['all', 'all', 'unavailable', 'throttled', 'forbidden', 'gone', 'breaks after a page']);

export const randomWorld = (dice: Dice): World => {
  const names = ['staff', ...namedGroups, ...namedGroups, ...listed];
  const rules = Array.from({ length: 1 + dice.below(3) }, (_, at): Rule => {
    const rolesOf = dice.oneIn(2) ? [] : [dice.pick(roles)];
    return {
      ...{ name: `rule ${at + 1}`, roles: rolesOf, ask: some(dice, names, 3), decide: some(dice, names, 3) },
      approvals: dice.oneIn(3) ? 2 : 1,
    };
  });
  return {
    directory: { members: randomMembers(dice), answers: allAnswer() },
    staff: some(dice, listed, 3),
    rules,
  };
};

/** The policy as Steward reads it. */
export const policyText = ({ staff, rules }: Pick<World, 'staff' | 'rules'>): string =>
  policyOf(listed, {
    groups: { staff, ...Object.fromEntries(namedGroups.map((name) => [name, { entra: idOf(name) }])) },
    changes: {
      rules: rules.map(({ roles: only, ...rule }) => ({
        ...{ ...rule, change: 'access.grant', card: 'here' },
        when: only.length > 0 ? { role: only } : undefined,
      })),
    },
  });
