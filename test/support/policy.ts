import type { PolicyStore } from '#policy/file/policy-store.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { type MembersOf, nothingRead } from '#policy/model/policy-base.ts';
import type { PolicySection } from '#policy/section.ts';

/** A policy that changes when a test says so. @throws Error with everything that is wrong in the text */
export const createTestPolicy = (
  text: string,
  sections: readonly PolicySection<unknown>[],
): PolicyStore & {
  replace(text: string): void;
  /** From now on these people are in the groups of the directory. */
  read(membersOf: MembersOf): void;
} => {
  const readText = (written: string) => {
    const reading = readPolicy(written, sections, undefined);
    if (!reading.ok) throw new Error(reading.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
    return reading.policyWith;
  };
  const listeners: Parameters<PolicyStore['onChange']>[0][] = [];
  let policyWith = readText(text);
  let members = nothingRead;
  let policy = policyWith(members);
  const tell = (): void => {
    policy = policyWith(members);
    for (const listener of listeners) listener(policy);
  };
  return {
    current: () => policy,
    readNow: async () => ({ current: () => policy }),
    reload: async () => ({ ok: true }),
    onChange: (listener) => void listeners.push(listener),
    onRead: () => {},
    digest: () => '',
    problems: () => [],
    start: async () => {},
    stop: () => {},
    replace: (next) => {
      policyWith = readText(next);
      tell();
    },
    read: (next) => {
      members = next;
      tell();
    },
  };
};
