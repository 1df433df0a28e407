import type { Audit } from './audit/audit.ts';
import { STEWARD } from './audit/chain.ts';
import type { AuditEvent } from './audit/events.ts';
import { changesPolicy } from './changes/rules.ts';
import type { Log } from './lib/logger.ts';
import type { Policy } from './policy/policy.ts';
import type { PolicyStore } from './policy/store.ts';

interface RecordDeps {
  readonly policy: PolicyStore;
  readonly audit: Audit;
  readonly log: Log;
}

/**
 * Keeps in the audit which policy came into force when, by the digests of its file, and which file was refused.
 * @returns notes the policy in force; for the start, as the file may have changed while no Steward ran
 */
export const recordPolicy = ({ policy, audit, log }: RecordDeps): (() => Promise<void>) => {
  const write = async (event: AuditEvent, detail: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await audit.record({ about: 'policy', actor: STEWARD, event, detail });
    } catch (error) {
      log.error('audit.policy-unwritten', { error });
    }
  };
  policy.onRead(({ before, after, problems }) =>
    problems.length > 0
      ? write('policy refused', { before, after, problems: problems.length, line: problems[0]?.line })
      : write('policy in force', { before, after, ...countsOf(policy.current()) }),
  );
  return () => write('policy in force', { after: policy.digest(), ...countsOf(policy.current()) });
};

const countsOf = (policy: Policy) => ({
  people: policy.people.length,
  groups: policy.groups.length,
  places: policy.places.length,
  rules: changesPolicy(policy).rules.length,
});
