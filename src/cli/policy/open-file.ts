import { basename } from 'node:path';
import { policySections } from '#features/index.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { readPolicyFile } from '#policy/file/policy-file.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import type { MembersOf } from '#policy/model/policy-base.ts';
import type { Policy } from '#policy/policy.ts';
import { formatProblem } from '#policy/problems/problem.ts';
import type { Graph } from '#teams/directory/graph.ts';
import { LOOKUP_MS } from './directory.ts';

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
