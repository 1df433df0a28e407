import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { randomIds } from '#platform/lib/ids.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { accountsIn, directoryGroupsIn, type NamedAccount, withPinned } from '#policy/file/pin-accounts.ts';
import { DirectoryUnread, type Graph } from '#teams/directory/graph.ts';
import { LOOKUP_MS } from './directory.ts';

/**
 * Compares the people and groups of a policy file with the directory, and writes the object id beside each account that has none.
 * @returns whether everything was found, and each account still belongs to its object id
 */
export const checkOnline = async (file: string, graph: Graph, print: (line: string) => void): Promise<boolean> => {
  const text = readFileSync(file, 'utf8');
  const options = () => ({ deadlineMs: LOOKUP_MS, correlation: randomIds.guid() });
  const words = loadTexts().for('en');
  let isGood = true;
  const tell = (line: string, good = true): void => {
    print(`${basename(file)}: ${line}`);
    isGood &&= good;
  };
  const why = (error: unknown): string => {
    if (!(error instanceof DirectoryUnread)) throw error;
    return words.plain(error.textKey);
  };

  const found = new Map<string, string>();
  for (const named of accountsIn(text)) {
    try {
      const people = await graph.peopleOf(named.account, options());
      const [person] = people;
      const problem = people.length > 1 ? 'several people have this address' : problemOf(named, person?.objectId);
      if (problem !== undefined) tell(`people.${named.key}: ${named.account}: ${problem}`, false);
      else if (named.id === undefined && person) found.set(named.key, person.objectId);
    } catch (error) {
      tell(`people.${named.key}: ${named.account}: ${why(error)}`, false);
    }
  }
  for (const { name, id } of directoryGroupsIn(text)) {
    try {
      const [title, people] = [await graph.groupName(id, options()), await graph.members(id, options())];
      tell(`groups.${name}: ${title}, ${people.length} ${people.length === 1 ? 'person' : 'people'}`);
    } catch (error) {
      tell(`groups.${name}: ${id}: ${why(error)}`, false);
    }
  }
  if (found.size > 0) {
    writeFileSync(file, withPinned(text, found));
    for (const [key, id] of found) tell(`people.${key}: id ${id} written beside the account`);
  }
  return isGood;
};

/** @param objectId of the person the directory has under the account now */
const problemOf = ({ id }: NamedAccount, objectId: string | undefined): string | undefined => {
  if (objectId === undefined) return 'the directory has nobody with this account → correct it, or remove the person';
  if (id === undefined || id === objectId) return undefined;
  return `the directory has somebody else with this account now (${objectId}) → correct the account or the id`;
};
