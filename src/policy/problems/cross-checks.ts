import { scopeKey } from '#cloud/request/path.ts';
import { normalise } from '#platform/lib/text.ts';
import type { BaseEntries, Entries } from '#policy/model/base-entries.ts';
import { type GroupEntry, WORDS_FOR_PEOPLE, WORDS_OF_RULES } from '#policy/model/entries.ts';
import { type SectionProblem, secondKeys } from '#policy/section.ts';
import { quote, suggest } from './problem.ts';

/** Contradictions between the entries. */
export const crossProblems = (entries: BaseEntries, tenantId: string | undefined): readonly SectionProblem[] => [
  ...tenantsAsPeople(entries, tenantId),
  ...reservedKeys('people', entries.people, WORDS_FOR_PEOPLE),
  ...reservedKeys('groups', entries.groups, WORDS_OF_RULES),
  ...secondKeys(entries.people, ({ id }) => id, ['people'], 'person', 'id'),
  ...otherAccounts(entries),
  ...secondKeys(entries.conversations, ({ id }) => id, ['conversations'], 'conversation', 'id'),
  ...groupNames(entries),
  ...groupMembers(entries),
  ...secondKeys(entries.groups, directoryIdOf, ['groups'], 'group of the directory', 'entra'),
  ...secondKeys(entries.places, ({ scope }) => scopeKey(scope), ['places'], 'place', 'scope'),
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

const directoryIdOf = (entry: GroupEntry): string | undefined => ('entra' in entry ? entry.entra : undefined);

/** A word that is read before any key: writing or typing it would not give what has that key. */
const reservedKeys = (area: string, entries: Entries<unknown>, reserved: ReadonlySet<string>): SectionProblem[] =>
  [...entries.keys()]
    .filter((key) => reserved.has(normalise(key)))
    .map((key) => ({
      path: [area, key],
      message: `${quote(key)} is a reserved word`,
      remedy: `choose another key: ${[...reserved].join(', ')} mean something else`,
    }));

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

/** The people in a group of the file. */
export const keysIn = (entry: GroupEntry): readonly string[] => ('entra' in entry ? [] : entry);

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
