import { normalise } from '../../lib/text.ts';
import type { BaseEntries, Entries } from '../model/base-entries.ts';
import type { GroupEntry } from '../model/entries.ts';
import type { SectionProblem } from '../section.ts';
import { quote, suggest } from './wording.ts';

/** Contradictions between the entries. */
export const crossProblems = (entries: BaseEntries, tenantId: string | undefined): readonly SectionProblem[] => [
  ...tenantsAsPeople(entries, tenantId),
  ...sharedIds('people', entries.people, 'person'),
  ...otherAccounts(entries),
  ...sharedIds('conversations', entries.conversations, 'conversation'),
  ...groupNames(entries),
  ...groupMembers(entries),
  ...sameDirectoryGroups(entries),
  ...samePlaces(entries),
  ...unknownOperators(entries),
  ...unknownAdministrators(entries),
];

const tenantsAsPeople = ({ people }: BaseEntries, tenantId: string | undefined): SectionProblem[] =>
  [...people]
    .filter(([, person]) => person !== undefined && person.id === tenantId?.toLowerCase())
    .map(([key]) => ({
      path: ['people', key, 'id'],
      message: 'this is the id of the tenant, not of a person',
      remedy: 'write the object id that "whoami" shows',
    }));

const sharedIds = (area: string, entries: Entries<{ readonly id: string }>, kind: string): SectionProblem[] => {
  const owners = new Map<string, string>();
  return [...entries].flatMap(([key, entry]) => {
    const owner = entry && owners.get(entry.id);
    if (entry === undefined || owner === undefined) {
      if (entry !== undefined) owners.set(entry.id, key);
      return [];
    }
    const message = `${quote(key)} and ${quote(owner)} have the same id`;
    return [{ path: [area, key, 'id'], message, remedy: `keep one key for one ${kind}, or correct the id` }];
  });
};

/** A second account names the first one and no other, so that there is no chain to follow. */
const otherAccounts = ({ people }: BaseEntries): SectionProblem[] =>
  [...people].flatMap(([key, person]) => {
    const first = person?.['same as'];
    if (first === undefined) return [];
    const path = ['people', key, 'same as'];
    if (!people.has(first)) {
      const remedy = suggest(
        first,
        [...people.keys()].filter((other) => other !== key),
        'add the person first',
      );
      return [{ path, message: `${quote(first)} is nobody under people`, remedy }];
    }
    if (first === key) {
      const remedy = 'name the key of the person’s first account, or remove it';
      return [{ path, message: `${quote(key)} is the same account`, remedy }];
    }
    const further = people.get(first)?.['same as'];
    if (further === undefined) return [];
    const message = `${quote(first)} is itself another account of ${quote(further)}`;
    return [
      { path, message, remedy: `write the first account: ${further === key ? 'remove one of the two' : further}` },
    ];
  });

const groupNames = ({ groups, people }: BaseEntries): SectionProblem[] =>
  [...groups.keys()]
    .filter((name) => people.has(name))
    .map((name) => ({
      path: ['groups', name],
      message: `${quote(name)} is the key of a person too`,
      remedy: 'give the group another name',
    }));

const groupMembers = ({ groups, people }: BaseEntries): SectionProblem[] =>
  [...groups].flatMap(([group, members = []]) =>
    keysIn(members).flatMap((member, index) => {
      const path = ['groups', group, index];
      if (groups.has(member) && !people.has(member)) {
        return [{ path, message: `${quote(member)} is a group`, remedy: 'list its people: groups hold people only' }];
      }
      if (!people.has(member)) {
        const remedy = suggest(member, [...people.keys()], 'add the person under people first');
        return [{ path, message: `${quote(member)} is nobody under people`, remedy }];
      }
      return keysIn(members).indexOf(member) < index
        ? [{ path, message: `${quote(member)} is in this group twice`, remedy: 'keep one' }]
        : [];
    }),
  );

/** The people whom the file names in a group. */
export const keysIn = (entry: GroupEntry): readonly string[] => ('entra' in entry ? [] : entry);

/** Two names for one group: a rule that wants one approval of each would be met by the same people. */
const sameDirectoryGroups = ({ groups }: BaseEntries): SectionProblem[] => {
  const owners = new Map<string, string>();
  return [...groups].flatMap(([group, entry]) => {
    if (entry === undefined || !('entra' in entry)) return [];
    const owner = owners.get(entry.entra);
    owners.set(entry.entra, owner ?? group);
    if (owner === undefined) return [];
    const message = `${quote(group)} and ${quote(owner)} are the same group of the directory`;
    return [{ path: ['groups', group, 'entra'], message, remedy: 'keep one name for one group, or correct the id' }];
  });
};

/** A person types a key or a title, so each must lead to one place. */
const samePlaces = ({ places }: BaseEntries): SectionProblem[] => {
  const owners = new Map<string, string>();
  return [...places].flatMap(([key, place]) => {
    const clash = [key, ...(place?.title === undefined ? [] : [place.title])].map((words) => {
      const owner = owners.get(normalise(words)) ?? key;
      owners.set(normalise(words), owner);
      return owner === key ? undefined : { words, owner };
    });
    const first = clash.find((found) => found !== undefined);
    if (first === undefined) return [];
    const message = `${quote(first.words)} could also mean the place ${quote(first.owner)}`;
    return [
      { path: ['places', key], message, remedy: 'choose another key or title (case and punctuation do not count)' },
    ];
  });
};

const unknownOperators = ({ operators, conversations }: BaseEntries): SectionProblem[] =>
  operators === undefined || conversations.has(operators)
    ? []
    : [
        {
          path: ['operators'],
          message: `${quote(operators)} is not a key under conversations`,
          remedy: suggest(operators, [...conversations.keys()], 'add the conversation first'),
        },
      ];

const unknownAdministrators = ({ administrators, groups, people }: BaseEntries): SectionProblem[] =>
  administrators.flatMap((name, index) =>
    groups.has(name) || people.has(name)
      ? []
      : [
          {
            path: ['administrators', index],
            message: `${quote(name)} is neither a group nor a person`,
            remedy: suggest(name, [...groups.keys(), ...people.keys()], 'add the group first'),
          },
        ],
  );
