import { type Audit, lastPolicy } from '#platform/audit/audit.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { AuditEvent } from '#platform/audit/events.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Db } from '#platform/storage/database.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import { changesPolicy } from './decision/rules.ts';

interface RecordDeps {
  readonly policy: PolicyStore;
  readonly audit: Audit;
  readonly db: Db;
  readonly log: Log;
}

/** Keeps in the audit which policy came into force and which was refused. @returns notes it at the start: whether the file changed meanwhile */
export const recordPolicy = ({ policy, audit, db, log }: RecordDeps): (() => Promise<boolean>) => {
  const write = async (event: AuditEvent, detail: Readonly<Record<string, unknown>>): Promise<void> => {
    try {
      await audit.record({ target: 'policy', actor: STEWARD, event, detail });
    } catch (error) {
      log.error('audit.policy-unwritten', { error });
    }
  };
  policy.onRead(({ before, after, problems }) =>
    problems.length > 0
      ? write('policy refused', { before, after, problems: problems.length, line: problems[0]?.line })
      : write('policy in force', { before, after, ...countsOf(policy.current()) }),
  );
  return async () => {
    const before = await lastPolicy(db);
    const after = policy.digest();
    await write('policy in force', { after, ...countsOf(policy.current()) });
    return before !== undefined && before !== after;
  };
};

const countsOf = (policy: Policy) => ({
  people: policy.people.length,
  groups: policy.groups.length,
  places: policy.places.length,
  rules: changesPolicy(policy).rules.length,
});
