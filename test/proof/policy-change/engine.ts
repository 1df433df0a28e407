import { auditMigrations } from '../../../src/audit/tables.ts';
import type { ChangeKind } from '../../../src/changes/change-kind.ts';
import { type Changes, createChanges } from '../../../src/changes/changes.ts';
import { rulesSection } from '../../../src/changes/decision/check-rules.ts';
import { changesMigrations } from '../../../src/changes/tables.ts';
import { grant } from '../../../src/features/access/grant.ts';
import { accessSection } from '../../../src/features/access/policy.ts';
import { grantMigrations } from '../../../src/features/access/store.ts';
import { createJobs, jobsMigrations } from '../../../src/jobs/jobs.ts';
import { randomIds } from '../../../src/lib/ids.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { createOutbox } from '../../../src/outbox/outbox.ts';
import { outboxMigrations } from '../../../src/outbox/tables.ts';
import type { PolicyStore } from '../../../src/policy/file/policy-store.ts';
import { readPolicy } from '../../../src/policy/file/read-policy.ts';
import { limitsSection } from '../../../src/policy/model/limits.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { openTestAudit } from '../../support/audit.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import type { Vendor } from './vendor.ts';
import { policyText, type World } from './world.ts';

const migrations = {
  ...auditMigrations,
  ...changesMigrations,
  ...jobsMigrations,
  ...outboxMigrations,
  ...grantMigrations,
};
const kinds = [grant as ChangeKind];
const sections = [rulesSection(kinds), accessSection, limitsSection];
const texts = loadTexts();
const POLL_MS = 5;

/** The policy in force, which outlives the engine as a file does. */
export interface PolicyFile {
  readonly store: PolicyStore;
  /** Writes the file. @returns false where it has a problem: the policy from before stays in force */
  write(world: World): boolean;
  /** Those who listen belong to an engine that has ended. */
  forget(): void;
}

export const createPolicyFile = (world: World): PolicyFile => {
  const read = (text: string): Policy | undefined => {
    const reading = readPolicy(text, sections, undefined);
    return reading.ok ? reading.policy : undefined;
  };
  let policy = read(policyText(world));
  if (!policy) throw new Error('the policy to begin with has a problem');
  let listeners: Parameters<PolicyStore['onChange']>[0][] = [];
  return {
    store: {
      current: () => policy as Policy,
      reload: async () => ({ ok: true }),
      onChange: (listener) => void listeners.push(listener),
      onProblem: () => {},
      onRead: () => {},
      digest: () => '',
      start: () => {},
      stop: () => {},
    },
    write(next) {
      const found = read(policyText(next));
      if (!found) return false;
      policy = found;
      for (const listener of listeners) listener(found);
      return true;
    },
    forget: () => {
      listeners = [];
    },
  };
};

export interface Engine {
  readonly changes: Changes;
  /** The card where it is decided, as one text. */
  card(id: string): Promise<string>;
  /** Waits until nothing is under way for this change. @returns when its job is due next, in milliseconds since 1970 */
  nextDue(id: string): Promise<number | undefined>;
  end(): Promise<void>;
}

/** The change engine with the real grant over a store; only the vendor, Teams and the file are stand-ins. */
export const startEngine = async (
  url: string,
  { store: policy }: PolicyFile,
  vendor: Vendor,
  clock: ManualClock,
): Promise<Engine> => {
  const database = await openDatabase(url, migrations);
  const base = { database, clock, ids: randomIds, log: silentLog, pollMs: POLL_MS };
  const jobs = createJobs({ ...base, random: () => 0 });
  const outbox = createOutbox({ ...base, connector: createFakeConnector(), texts });
  const deps = {
    ...base,
    audit: await openTestAudit(database, clock),
    outbox,
    jobs,
    policy,
    vendor: vendor.client,
    cardButtons: [],
  };
  const changes = createChanges({ ...deps, tenantId: 'tenant' }, kinds);
  jobs.start();
  return {
    changes,
    card: async (id) => JSON.stringify((await outbox.render(`change:${id}`, 'approvers', texts.for('en')))?.card),
    async nextDue(id) {
      let next: number | undefined;
      await until('its job at rest', async () => {
        const job = await database.db
          .selectFrom('jobs')
          .select(['due_at', 'lease_owner'])
          .where('key', '=', `changes.perform:${id}`)
          .where('state', '=', 'ready')
          .executeTakeFirst();
        next = job && Date.parse(job.due_at);
        return job === undefined || (job.lease_owner === null && Date.parse(job.due_at) > clock.now());
      });
      return next;
    },
    async end() {
      await jobs.stop();
      await database.close();
    },
  };
};
