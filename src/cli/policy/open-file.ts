import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { credentialSource } from '#cli/command.ts';
import { policySections } from '#features/index.ts';
import { readManagement } from '#platform/config/config.ts';
import { CLOUDS, type Environment, readGroup } from '#platform/config/read-group.ts';
import { createServerTime } from '#platform/http/exchange.ts';
import { createHttp } from '#platform/http/http.ts';
import { proxyEnvironment, proxyOf, proxyVariables } from '#platform/http/proxy.ts';
import { withCloud } from '#platform/identity/cloud.ts';
import { systemClock as clock, SECOND } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { readPolicyFile } from '#policy/file/policy-file.ts';
import { accountsIn, directoryGroupsIn, type NamedAccount, readPolicy, withPinned } from '#policy/file/read-policy.ts';
import type { MembersOf } from '#policy/model/policy-base.ts';
import type { Policy } from '#policy/policy.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import { openGraph } from '#teams/directory/directory.ts';
import { DirectoryUnread, type Graph } from '#teams/directory/graph.ts';

/** A policy file of the command line; `with` gives its groups of the directory these members. */
export interface OpenFile {
  readonly policy: Policy;
  readonly with: (membersOf: MembersOf) => Policy;
}

/** @throws Error with a line for each problem */
export const openFile = async (file: string): Promise<OpenFile> => {
  const content = await readPolicyFile(file);
  const reading = content.ok ? readPolicy(content.text, policySections, undefined) : content;
  if (reading.ok) return { policy: reading.policy, with: reading.policyWith };
  throw new Error(reading.problems.map((problem) => formatProblem(basename(file), problem)).join('\n'));
};

/** The policy with everybody who is in its groups of the directory now. @throws DirectoryUnread */
export const withDirectory = async (opened: OpenFile, graph: Graph): Promise<Policy> => {
  const ids = [...opened.policy.directoryGroups.values()];
  const read = await Promise.all(
    ids.map(
      async (id) => [id, await graph.members(id, { deadlineMs: LOOKUP_MS, correlation: randomIds.guid() })] as const,
    ),
  );
  const members = new Map(read);
  return opened.with((id) => members.get(id));
};

/** The directory as the command line reaches it, and its end. */
interface ReachedGraph {
  readonly graph: Graph;
  readonly end: () => Promise<void>;
}

/** The longest time of one look-up. */
const LOOKUP_MS = 30 * SECOND;

/** Signs in to the directory of the settings, else to the local sandbox's. @throws Error that names every missing setting */
export const reachGraph = async (environment: Environment): Promise<ReachedGraph> => {
  const given = withCloud(environment);
  const proxy = readGroup(proxyEnvironment, proxyVariables(environment));
  const time = createServerTime(clock);
  const http = createHttp({ clock, log: silentLog, time, proxy: proxy.ok ? proxyOf(proxy.values) : undefined });
  const graph = openGraph({ http, clock, ...(await settingsOf(given)) });
  if (!graph) throw new Error(`GRAPH_BASE_URL is missing: set CLOUD to ${CLOUDS}, or give it`);
  return { graph, end: () => http.close() };
};

const settingsOf = async (given: Environment) => {
  const isSet = Object.keys(given).some((name) => name.startsWith('VENDOR_') && given[name] !== undefined);
  if (!isSet) {
    const [{ accessTo }, { settingsAt }, { ports }] = await Promise.all([
      import('../../../sandbox/cloud/vendor-sandbox.ts'),
      import('#platform/config/vendor-settings.ts'),
      import('../../../sandbox/world.ts'),
    ]);
    const url = `http://127.0.0.1:${given['SANDBOX_VENDOR_PORT'] ?? ports.vendor}`;
    return { vendor: settingsAt(accessTo(url)), graphUrl: url };
  }
  const read = readManagement(credentialSource(given));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { vendor: read.values, graphUrl: given['GRAPH_BASE_URL'] };
};

/** Compares a policy file with the directory, and writes missing object ids. @returns whether everything was found and still belongs together */
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
