import type { VendorClient } from '#cloud/client.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeKind } from '#engine/changes/change-kind.ts';
import { type Changes, createChanges } from '#engine/changes/changes.ts';
import type { DecisionResult } from '#engine/changes/decision/outcome.ts';
import { changesSection } from '#engine/changes/decision/rules.ts';
import { changesMigrations } from '#engine/changes/tables.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { createOutbox, type Outbox } from '#engine/outbox/outbox.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { createJobs, type Jobs, jobsMigrations } from '#platform/jobs/jobs.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import { limitsSection } from '#policy/model/sections.ts';
import { messageLinks } from '#teams/connector/conversations/conversation.ts';
import type { FreshSignIns } from '#teams/fresh-sign-in/fresh-sign-ins.ts';
import { signInMigrations } from '#teams/fresh-sign-in/tables.ts';
import { type PersonKey, people, team } from '../../../sandbox/world.ts';
import { openTestAudit } from '../../support/audit.ts';
import type { OpenStore } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { historyOf } from '../../support/store-invariants.ts';
import { until } from '../../support/until.ts';
import { createVendor, KIND, kindOver, type Terms, type Vendor } from './simple-kind.ts';

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
  readonly policy: ReturnType<typeof createTestPolicy>;
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
  /** @throws Error where no change has this id */
  find(id: string): Promise<Change>;
  stateOf(id: string): Promise<Change['state']>;
  /** What the audit has of a change, in order. */
  history(id: string): Promise<string[]>;
  /** One variant of the card as JSON text; as one person sees it, where one is named by their directory object id. */
  card(id: string, variant?: string, objectId?: string): Promise<string>;
}

interface Deciding {
  readonly verdict: 'approve' | 'deny';
  readonly terms: number;
  readonly days: number;
  readonly reason: string;
}

export const migrations = {
  ...auditMigrations,
  ...changesMigrations,
  ...jobsMigrations,
  ...outboxMigrations,
  ...signInMigrations,
};
const POLL_MS = 5;

const personOf = (key: PersonKey) => ({ objectId: people[key].objectId, name: people[key].name, language: 'en' });

interface EngineParts {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly policy: PolicyStore;
  readonly vendor: VendorClient;
  readonly connector?: FakeConnector;
  readonly cardButtons?: readonly CardButton[];
  /** How often due work is looked for when nothing wakes it. */
  readonly pollMs?: number;
  /** How people sign in; nobody can if absent. */
  readonly signIns?: (parts: { readonly audit: Audit; readonly jobs: Jobs }) => FreshSignIns;
}

/** The engine on a store, with everything real except the vendor and Teams. Its timers run once a test starts the jobs. */
export const connectEngine = async (
  {
    database,
    clock,
    policy,
    vendor,
    connector = createFakeConnector(),
    cardButtons = [],
    pollMs = POLL_MS,
    signIns,
  }: EngineParts,
  kinds: readonly ChangeKind[],
): Promise<Pick<Engine, 'changes' | 'jobs' | 'outbox' | 'card'> & { readonly audit: Audit }> => {
  const base = { database, clock, ids: randomIds, log: silentLog, pollMs };
  const texts = loadTexts();
  const jobs = createJobs({ ...base, random: () => 0 });
  const outbox = createOutbox({ ...base, connector, texts });
  const audit = await openTestAudit(database, clock);
  const deps = {
    ...base,
    audit,
    outbox,
    jobs,
    policy,
    vendor,
    linkTo: messageLinks('teams.microsoft.com', 'tenant'),
    cardButtons,
    signIns: signIns?.({ audit, jobs }),
  };
  return {
    changes: createChanges(deps, kinds),
    jobs,
    outbox,
    audit,
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
  const find = async (id: string): Promise<Change> => {
    const change = await engine.changes.find(id);
    if (!change) throw new Error('the change is gone');
    return change;
  };
  return {
    ...engine,
    find,
    stateOf: async (id) => (await find(id)).state,
    history: async (id) => historyOf(database.db, (await find(id)).ref),
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

/** An engine in which Ana has asked for something. */
export const askedByAna = async (...how: Parameters<typeof createEngine>): Promise<{ engine: Engine; id: string }> => {
  const engine = await createEngine(...how);
  return { engine, id: await engine.ask('ana') };
};

/** The same with Bo's approval. */
export const approvedByBo = async (
  ...how: Parameters<typeof createEngine>
): Promise<{ engine: Engine; id: string }> => {
  const asked = await askedByAna(...how);
  await asked.engine.decide('bo', asked.id);
  return asked;
};

/** Engines whose timers run until the end of a test. @param operation as for `createEngine` */
export const runningEngines = (operation?: string) => {
  const running: Engine[] = [];
  afterEach(() => Promise.all(running.splice(0).map(({ jobs }) => jobs.stop())));
  return {
    async started(store: OpenStore): Promise<Engine> {
      const engine = await createEngine(store, oneApproval, operation);
      engine.jobs.start();
      running.push(engine);
      return engine;
    },
    async approved(engine: Engine): Promise<string> {
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      return id;
    },
    reaches: (engine: Engine, id: string, state: string): Promise<void> =>
      until(state, async () => (await engine.stateOf(id)) === state),
    /** What runs now is stopped by nobody, as if its process had died. */
    abandon: (): void => void running.splice(0),
  };
};
