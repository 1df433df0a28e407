import type { PolicyStore } from '../../src/policy/file/policy-store.ts';
import { readPolicy } from '../../src/policy/file/read-policy.ts';
import type { PolicySection } from '../../src/policy/section.ts';

/** A policy that changes when a test says so. @throws Error with everything that is wrong in the text */
export const createTestPolicy = (
  text: string,
  sections: readonly PolicySection<unknown>[],
): PolicyStore & { replace(text: string): void } => {
  const read = (written: string) => {
    const reading = readPolicy(written, sections, undefined);
    if (!reading.ok) throw new Error(reading.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
    return reading.policy;
  };
  const listeners: Parameters<PolicyStore['onChange']>[0][] = [];
  let policy = read(text);
  return {
    current: () => policy,
    reload: async () => ({ ok: true }),
    onChange: (listener) => void listeners.push(listener),
    onRead: () => {},
    digest: () => '',
    problems: () => [],
    start: () => {},
    stop: () => {},
    replace: (next) => {
      policy = read(next);
      for (const listener of listeners) listener(policy);
    },
  };
};
