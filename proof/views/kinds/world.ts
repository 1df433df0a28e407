import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnContext } from 'botbuilder-core';
import { createDispatcher, type Dispatcher } from '../../../src/bot/commands/dispatch.ts';
import { pressRule } from '../../../src/bot/commands/press-rules.ts';
import { createRegistry, type Registry } from '../../../src/bot/commands/registry.ts';
import type { FormController } from '../../../src/bot/forms/form-controller.ts';
import { cardAnswer, textAnswer } from '../../../src/bot/turn/turn.ts';
import type { AnyList, AnySingle } from '../../../src/cloud/operation.ts';
import { type AlertsLayer, createAlerts } from '../../../src/engine/alerts/create-alerts.ts';
import { createChanges } from '../../../src/engine/changes/changes.ts';
import { createOutbox, type Outbox } from '../../../src/engine/outbox/outbox.ts';
import type { Renderer } from '../../../src/engine/outbox/renderer.ts';
import type { Services } from '../../../src/features/feature.ts';
import { features, policySections } from '../../../src/features/index.ts';
import { migrations } from '../../../src/features/migrations.ts';
import { createJobs } from '../../../src/platform/jobs/jobs.ts';
import { createTtlCache } from '../../../src/platform/lib/cache.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { type Database, openDatabase } from '../../../src/platform/storage/database.ts';
import { loadTexts } from '../../../src/platform/texts/texts.ts';
import { messageLinks } from '../../../src/teams/connector/conversations/conversation.ts';
import { clientOf } from '../../../test/engine/changes/simple-kind.ts';
import { openTestAudit } from '../../../test/support/audit.ts';
import { createFakeConnector } from '../../../test/support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { createTestPolicy } from '../../../test/support/policy.ts';
import type { KindPlan } from './plan.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'vendor');
const areas = ['container-groups', 'data-share', 'health-events', 'role-eligibility', 'billing'] as const;

const FIRST_POLICY = 'changes: { rules: [{ name: roles, change: access.grant, ask: [everyone], approvals: 0 }] }';

interface Documented {
  readonly properties?: object;
}

const marked = (body: Documented, isSensitive: boolean): Documented => ({
  ...body,
  properties: { ...body.properties, ...(isSensitive ? { isEventSensitive: true } : {}) },
});

/** What the document says that an operation answers. */
const documented = (id: string): Documented & { readonly value: readonly Documented[] } => {
  for (const area of areas) {
    try {
      return JSON.parse(readFileSync(join(FIXTURES, area, `${id}.json`), 'utf8')).answer.body;
    } catch {
      // It is an operation of another area.
    }
  }
  throw new Error(`no fixture has ${id}`);
};

/** What a card or a press writes, in the order in which they refer to each other. */
const tables = [
  ...([
    'changes',
    'decisions',
    'notice_messages',
    'change_notices',
    'change_claims',
    'alerts',
    'alert_cards',
    'alert_mutes',
    'alert_held',
    'alert_feeds',
  ] as const),
  ...(['watches', 'watch_cards', 'billing_reports', 'translations', 'deliveries', 'jobs'] as const),
];

/** The vendor as its documents have it: every read has the same answer. @param isSensitive whether its events are */
const createVendor = (isSensitive: () => boolean) =>
  clientOf({
    requireService: () => {},
    call: async (operation: AnySingle) =>
      operation.answer.parse(marked(documented(operation.id), isSensitive())) as never,
    async *list(operation: AnyList) {
      for (const item of documented(operation.id).value) {
        const read = operation.item.safeParse(marked(item, isSensitive()));
        if (read.success) yield read.data as never;
      }
    },
  });

/** All features over a store, with what they really check; Teams and the vendor are stand-ins. */
export interface KindWorld {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly services: Services;
  readonly alerts: AlertsLayer;
  readonly outbox: Outbox;
  readonly registry: Registry;
  readonly dispatcher: Dispatcher;
  /** By the kind of their subjects. */
  readonly renderers: ReadonlyMap<string, Renderer>;
  /** The policy and the vendor's events of a plan. */
  begin(plan: Pick<KindPlan, 'policy' | 'hidden'>): void;
  /** Runs it and then puts all back as it was. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  forget(): Promise<void>;
  end(): Promise<void>;
}

export const openKindWorld = async (url: string): Promise<KindWorld> => {
  const database = await openDatabase(url, migrations);
  const clock = createManualClock();
  const policy = createTestPolicy(FIRST_POLICY, policySections);
  const base = { database, clock, ids: randomIds, log: silentLog, pollMs: 3_600_000 };
  const jobs = createJobs(base);
  const texts = loadTexts();
  const renderers = new Map<string, Renderer>();
  const real = createOutbox({
    ...{ ...base, connector: createFakeConnector(), texts },
    presses: {
      ruleOf: (press) => pressRule(registry, services, press),
      people: () => policy.current().people.map(({ objectId }) => objectId),
    },
  });
  const define = (renderer: Renderer): void => {
    renderers.set(renderer.kind, renderer);
    real.define(renderer);
  };
  const outbox: Outbox = { ...real, define };
  const audit = await openTestAudit(database, clock);
  let sensitive = false;
  const vendor = createVendor(() => sensitive);
  const cardButtons = features.flatMap((feature) => feature.cardButtons ?? []);
  const deps = { ...base, audit, outbox, jobs, policy, vendor, cardButtons };
  const changes = createChanges(
    { ...deps, linkTo: messageLinks('teams.microsoft.com', 'tenant') },
    features.flatMap((feature) => feature.changes ?? []),
  );
  const alerts = createAlerts({ ...deps, sources: features.flatMap(({ sources = [] }) => sources) });
  const registry: Registry = createRegistry({
    commands: features.flatMap(({ commands = [] }) => commands),
    actions: features.flatMap(({ actions = [] }) => actions),
    messageActions: [],
    forms: features.flatMap(({ forms = [] }) => forms),
  });
  const services = {
    ...{ changes, alerts, audit, outbox, jobs, policy, vendor, database, clock, ids: randomIds, log: silentLog },
    ...{ cache: createTtlCache(clock), registry: () => registry },
  } as unknown as Services;
  for (const feature of features) {
    for (const renderer of feature.renderers?.(services) ?? []) define(renderer);
    for (const kind of feature.jobs?.(services) ?? []) jobs.define(kind);
  }
  // A form that opens has a first page for its person; sending it is not this proof's.
  const forms = {
    async open(_context: TurnContext, turn, name, answers) {
      const [page] = registry.form(name)?.pages ?? [];
      await page?.({ answers, turn, services, form: randomIds.opaque() });
      return cardAnswer({ type: 'AdaptiveCard', body: [] }, name);
    },
    reminder: async () => undefined,
    takes: async () => false,
  } satisfies Partial<FormController> as unknown as FormController;
  const dispatcher = createDispatcher({
    ...{ registry, services, forms, outbox, audit, clock, log: silentLog, post: async () => {} },
    ownWords: { read: () => textAnswer('bot.ownWords.cannot'), correct: () => undefined, wish: () => undefined },
  });
  const rows = () =>
    Promise.all(
      tables.map(async (table) => [table, await database.db.selectFrom(table).selectAll().execute()] as const),
    );
  const put = async (before: Awaited<ReturnType<typeof rows>>): Promise<void> => {
    const now = new Map(await rows());
    const changed = before.filter(([table, all]) => JSON.stringify(all) !== JSON.stringify(now.get(table)));
    for (const [table] of changed.toReversed()) await database.db.deleteFrom(table).execute();
    for (const [table, all] of changed) if (all.length > 0) await database.db.insertInto(table).values(all).execute();
  };

  return {
    ...{ database, clock, services, alerts, outbox, registry, dispatcher, renderers },
    begin({ policy: text, hidden }) {
      sensitive = hidden;
      policy.replace(text);
    },
    async aside(work) {
      const before = await rows();
      const at = clock.now();
      try {
        return await work();
      } finally {
        await put(before);
        clock.advance(at - clock.now());
      }
    },
    async forget() {
      for (const table of tables.toReversed()) await database.db.deleteFrom(table).execute();
    },
    async end() {
      await outbox.stop();
      await database.close();
    },
  };
};
