import { z } from 'zod';
import type { VendorClient } from '../../src/api/client.ts';
import { VendorError } from '../../src/api/errors/errors.ts';
import { profileOf } from '../../src/api/services/profile.ts';
import { auditMigrations } from '../../src/audit/tables.ts';
import type { ChangeKind, Confirmation } from '../../src/changes/change-kind.ts';
import { defineChange } from '../../src/changes/change-kind.ts';
import { type Changes, createChanges } from '../../src/changes/changes.ts';
import type { DecisionResult } from '../../src/changes/decision/outcome.ts';
import { changesSection } from '../../src/changes/decision/rules.ts';
import { changesMigrations } from '../../src/changes/tables.ts';
import { createJobs, type Jobs, jobsMigrations } from '../../src/jobs/jobs.ts';
import { AppError } from '../../src/lib/errors.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { silentLog } from '../../src/lib/logger.ts';
import type { Markdown } from '../../src/lib/text.ts';
import type { CardButton } from '../../src/outbox/card-button.ts';
import { createOutbox, type Outbox } from '../../src/outbox/outbox.ts';
import { outboxMigrations } from '../../src/outbox/tables.ts';
import type { PolicyStore } from '../../src/policy/file/policy-store.ts';
import { limitsSection } from '../../src/policy/model/limits.ts';
import { type PersonKey, people, team } from '../../src/sandbox/world.ts';
import type { Database } from '../../src/storage/database.ts';
import { loadTexts } from '../../src/texts/texts.ts';
import { openTestAudit } from '../support/audit.ts';
import type { OpenStore } from '../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { createTestPolicy } from '../support/policy.ts';

/** A change whose only question is the number of days; its name has texts. */
export const KIND = 'access.grant';
const terms = z.object({ whose: z.string(), role: z.string(), days: z.number() });
export type Terms = z.infer<typeof terms>;

/** The vendor's answers to the next calls, and its state for reads. */
export interface Vendor {
  /** Each handles one call and may return a confirmation; after the last, every call is done. */
  readonly answers: (() => unknown)[];
  /** Each runs just before one call; after the last, nothing delays a call. */
  readonly holds: (() => void)[];
  /** The bytes of every call, in order. */
  readonly calls: string[];
  settled: Confirmation | VendorError;
  /** Runs just before a call is sent. */
  beforeSending?: () => Promise<unknown>;
  /** The number of reads. */
  looks: number;
}

/** A client that supports only these calls. */
export const clientOf = (calls: Partial<VendorClient>): VendorClient => {
  const no = (): never => {
    throw new Error('the engine makes frozen calls only');
  };
  const none = {
    call: no,
    callFrozen: no,
    list: no,
    freeze: no,
    raw: no,
    start: no,
    poll: no,
    follow: no,
    preview: no,
  };
  return { profile: profileOf('Vendor'), ...none, requireService: no, ...calls };
};

const createVendor = (): Vendor & { readonly client: VendorClient } => {
  const vendor: Vendor = { answers: [], holds: [], calls: [], settled: { is: 'unsettled', arrived: false }, looks: 0 };
  const client = clientOf({
    callFrozen: async (frozen, options) => {
      vendor.holds.shift()?.();
      await options?.beforeTry?.(1, false);
      vendor.calls.push(JSON.stringify(frozen));
      return vendor.answers.shift()?.();
    },
  });
  return Object.assign(vendor, { client });
};

const kindOver = (vendor: Vendor, operation: string): ChangeKind =>
  defineChange<Terms>({
    name: KIND,
    terms,
    facets: ({ role }) => ({ role }),
    facetWords: () => ({ role: [] }),
    concerns: ({ whose }) => [whose],
    isFor: ({ whose }, objectId) => whose === objectId,
    openKey: ({ whose, role }) => `${whose} ${role}`,
    narrow: {
      fields: () => [],
      least: (asked) => ({ ...asked, days: 1 }),
      apply: (asked, { days }) => {
        const fewer = Number(days ?? asked.days);
        if (fewer > asked.days) throw new AppError({ code: 'Change.NotNarrower', text: 'access.shorter.longer' });
        return { ...asked, days: fewer };
      },
    },
    freeze: (asked, { guid }) => ({
      call: { operation, method: 'PUT', path: `/${guid}`, query: '', body: JSON.stringify(asked) },
      terms: asked,
    }),
    checkBefore: async () => {
      await vendor.beforeSending?.();
      return {};
    },
    readAnswer: (answer) => (answer as Confirmation | undefined) ?? { is: 'done' },
    readError: (error) => ({
      is: 'failed',
      failure: { code: error.vendorCode, text: 'vendor.error.unknown', values: {}, rules: [] },
    }),
    reconcile: async () => {
      vendor.looks += 1;
      if (vendor.settled instanceof VendorError) throw vendor.settled;
      return vendor.settled;
    },
    describe: async ({ terms: { role, days } }) => ({
      title: `${role} for ${days} days` as Markdown,
      summary: role,
      facts: [],
      reason: '',
      buttons: [],
    }),
  }) as ChangeKind;

const head = `people:
${Object.values(people)
  .map(({ key, objectId, name }) => `  ${key}: { id: ${objectId}, name: ${name} }`)
  .join('\n')}
groups: { askers: [ana, di], leads: [bo, cy, di], auditors: [fi] }
conversations:
  approvals: { id: "${team.channels[1].id}" }
  alerts: { id: "${team.channels[2].id}" }
operators: alerts
`;

/** A complete policy with these rules, given as the lines of a list. */
export const policyText = (...rules: string[]): string =>
  `${head}changes:\n  rules:\n${rules.map((rule) => `    - { change: ${KIND}, ${rule} }\n`).join('')}`;

export const oneApproval = policyText('name: plain, ask: [askers], decide: [leads], card: approvals');
export const twoApprovals = policyText('name: two, ask: [askers], decide: [leads], approvals: 2, card: approvals');

export interface Engine {
  readonly changes: Changes;
  readonly policy: PolicyStore & { replace(text: string): void };
  readonly vendor: Vendor;
  readonly connector: FakeConnector;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly clock: ManualClock;
  /** Requests so many days. @returns the change's id */
  ask(as: PersonKey, wish?: Partial<Omit<Terms, 'whose'>> & { whose?: PersonKey }, source?: string): Promise<string>;
  /** A person's directory object id. */
  idOf(who: PersonKey): string;
  decide(as: PersonKey, id: string, how?: Partial<Deciding>): Promise<DecisionResult>;
  /** One variant of the card as JSON text; as one person sees it, where one is named by their directory object id. */
  card(id: string, variant?: string, objectId?: string): Promise<string>;
}

interface Deciding {
  readonly verdict: 'approve' | 'deny';
  readonly terms: number;
  readonly days: number;
  readonly reason: string;
}

export const migrations = { ...auditMigrations, ...changesMigrations, ...jobsMigrations, ...outboxMigrations };
const POLL_MS = 5;

const personOf = (key: PersonKey) => ({ objectId: people[key].objectId, name: people[key].name, language: 'en' });

interface EngineParts {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  readonly connector?: FakeConnector;
  readonly cardButtons?: readonly CardButton[];
}

/** The engine on a store, with everything real except the vendor and Teams. Its timers run once a test starts the jobs. */
export const connectEngine = async (
  { database, clock, policy, vendor, connector = createFakeConnector(), cardButtons = [] }: EngineParts,
  kinds: readonly ChangeKind[],
): Promise<Pick<Engine, 'changes' | 'jobs' | 'outbox' | 'card'>> => {
  const base = { database, clock, ids: randomIds, log: silentLog, pollMs: POLL_MS };
  const texts = loadTexts();
  const jobs = createJobs({ ...base, random: () => 0 });
  const outbox = createOutbox({ ...base, connector, texts });
  const audit = await openTestAudit(database, clock);
  const deps = { ...base, audit, outbox, jobs, policy, vendor, tenantId: 'tenant', cardButtons };
  return {
    changes: createChanges(deps, kinds),
    jobs,
    outbox,
    card: async (id, variant = 'approvers', objectId) =>
      JSON.stringify(
        (
          await outbox.render(
            `change:${id}`,
            variant,
            texts.for('en'),
            objectId === undefined ? undefined : { objectId },
          )
        )?.card,
      ),
  };
};

/**
 * The engine for changes of one simple kind.
 * @param operation of the stored calls: it determines whether they may be repeated
 */
export const createEngine = async (
  open: OpenStore,
  text = oneApproval,
  operation = 'op',
  cardButtons: readonly CardButton[] = [],
): Promise<Engine> => {
  const database = await open(migrations);
  const [clock, connector, vendor, policy] = [
    createManualClock(),
    createFakeConnector(),
    createVendor(),
    createTestPolicy(text, [changesSection, limitsSection]),
  ];
  const parts = { database, clock, policy, vendor: vendor.client, connector, cardButtons };
  const engine = await connectEngine(parts, [kindOver(vendor, operation)]);
  return {
    ...engine,
    policy,
    vendor,
    connector,
    database,
    clock,
    idOf: (who) => people[who].objectId,
    async ask(as, { whose = as, role = 'reader', days = 5 } = {}, source = randomIds.opaque()) {
      const asked = { whose: people[whose].objectId, role, days };
      const draft = { kind: KIND, terms: asked, requester: personOf(as), source };
      return (await engine.changes.submit(draft)).change.id;
    },
    decide: (as, change, { verdict = 'approve', terms: seen = 1, days, reason = 'because' } = {}) =>
      engine.changes.decide({
        change,
        terms: seen,
        person: personOf(as),
        verdict,
        reason,
        narrowed: days === undefined ? {} : { days: String(days) },
      }),
  };
};
