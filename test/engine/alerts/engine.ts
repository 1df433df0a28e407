import { z } from 'zod';
import type { VendorClient } from '#cloud/client.ts';
import type { Alerts } from '#engine/alerts/alerts.ts';
import { createAlerts } from '#engine/alerts/create-alerts.ts';
import { type Level, levels, type Signal } from '#engine/alerts/feed/signal.ts';
import type { AlertSource } from '#engine/alerts/feed/source.ts';
import { alertsMigrations } from '#engine/alerts/migrations.ts';
import { alertsSection } from '#engine/alerts/policy.ts';
import type { FeedTable } from '#engine/alerts/tables.ts';
import type { NewWatch, Watch } from '#engine/alerts/watch/watch.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import { createOutbox, type Outbox } from '#engine/outbox/outbox.ts';
import { outboxMigrations } from '#engine/outbox/tables.ts';
import { createJobs, type Jobs, jobsMigrations } from '#platform/jobs/jobs.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Database } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { portalsSection } from '#policy/model/sections.ts';
import { connectorMigrations } from '#teams/connector/conversations/conversation-store.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { until } from '../../support/until.ts';

const item = z.object({
  key: z.string(),
  title: z.string(),
  open: z.boolean(),
  level: z.enum(levels),
  services: z.array(z.string()),
  regions: z.array(z.object({ name: z.string(), open: z.boolean() })),
  review: z.string(),
  updatedAt: z.number(),
  explains: z.string().optional(),
  hidden: z.boolean(),
});
export type Item = z.infer<typeof item>;

const filter = z.object({ atLeast: z.enum(levels).optional() });
export type Filter = z.infer<typeof filter>;

const md = (text: string): Markdown => text as Markdown;

/** What the feeds list. */
interface Feeds {
  /** The items of each feed; a poll lists those that were updated since. */
  readonly items: Map<string, Item[]>;
  /** Each poll, with the moment from which it reads. */
  readonly polls: { readonly feed: string; readonly since: number }[];
  /** Thrown by the next polls, one each. */
  readonly faults: Error[];
  remaining: number | undefined;
  /** A poll lists every item, whenever it was updated. */
  unsorted?: boolean;
}

const sourceOver = (feeds: Feeds): AlertSource<Item, Filter> => ({
  name: 'health',
  item,
  filter,
  filters: ['level'],
  mutes: ['service', 'region'],
  listCommand: 'health',
  places: () => [],
  mayWatch: () => true,
  feedOf: (place) => ({ key: place, title: place }),
  parseFilter: ({ level }) => ({ atLeast: level as Level | undefined }),
  formatFilter: ({ atLeast = '' }) => atLeast,
  filterNames: () => ({}),
  async *list(feed, since, context) {
    feeds.polls.push({ feed, since });
    const fault = feeds.faults.shift();
    if (fault) throw fault;
    if (feeds.remaining !== undefined) context.remainingReads(feeds.remaining);
    for (const one of feeds.items.get(feed) ?? []) if (feeds.unsorted || one.updatedAt >= since) yield one;
  },
  signal: (one): Signal => ({
    key: one.key,
    aliases: [`alias-${one.key}`],
    ...(one.explains === undefined ? {} : { explains: one.explains }),
    open: one.open,
    level: one.level,
    rank: levels.indexOf(one.level) * 2 + (one.open ? 0 : 1),
    updatedAt: one.updatedAt,
    services: one.services,
    regions: one.regions,
    review: one.review,
    hidden: one.hidden,
  }),
  exclusionReason: ({ atLeast }, one) =>
    atLeast !== undefined && levels.indexOf(one.level) > levels.indexOf(atLeast)
      ? { text: 'alerts.why.before', values: { level: one.level } }
      : undefined,
  merge: (known, next) => ({
    ...(next.updatedAt >= known.updatedAt ? next : known),
    hidden: known.hidden || next.hidden,
  }),
  count: ({ length }) => [length === 1 ? 'One incident' : `${length} incidents`],
  content: (one) => ({
    overline: md(one.key),
    title: md(one.hidden ? 'hidden' : one.title),
    name: one.hidden ? one.key : one.title,
    state: md(`${one.open ? 'open' : 'over'} ${one.level}`),
    tone: one.open ? 'attention' : 'good',
    facts: [],
    text: md(one.hidden ? '' : `about ${one.title}`),
    links: [],
    addresses: one.services.includes('Linked')
      ? ['https://portal.example/x', 'https://evil.example/y'].map((url) => ({ title: 'Portal', url }))
      : [],
    buttons: [],
    summary: `${one.hidden ? one.key : one.title}: ${one.open ? 'open' : 'over'} ${one.level}`,
  }),
  cardSubject: ({ key, title, hidden }) => ({ subscriptions: [], called: key, texts: hidden ? [] : [title] }),
  sample: (now) => ({ ...incident('TEST-1'), title: 'a test', updatedAt: now }),
});

/** An open incident, updated when the manual clock starts. */
export const incident = (key: string, more: Partial<Item> = {}): Item => ({
  key,
  title: `trouble ${key}`,
  open: true,
  level: 'error',
  services: ['Storage'],
  regions: [{ name: 'West', open: true }],
  review: '',
  updatedAt: createManualClock().now(),
  hidden: false,
  ...more,
});

export const CHANNEL = '19:alerts@thread.tacv2';

/** A card button of a feature that reads the texts of incidents. */
const textsButton: CardButton = {
  name: 'words',
  title: 'access.button.offer',
  form: 'some.form',
  window: true,
  answers: ({ texts }) => (texts.length > 0 ? {} : undefined),
};

export interface AlertsEngine {
  readonly alerts: Alerts;
  readonly feeds: Feeds;
  readonly connector: FakeConnector;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly outbox: Outbox;
  readonly clock: ManualClock;
  readonly policy: ReturnType<typeof createTestPolicy>;
  /** What the operators get: the code of a feed that cannot be read, undefined once it can be again. */
  readonly stalled: (string | undefined)[];
  watch(draft?: Partial<NewWatch>): Promise<Watch>;
  /** Puts an item into a feed, in place of an item with the same key, as updated now. */
  putItem(item: Item, feed?: string): void;
  /** Advances the clock until every feed is polled and everything due is posted. */
  pass(ms?: number): Promise<void>;
  /** Puts an incident into the feed, as updated now, and polls it. */
  update(key: string, more?: Partial<Item>): Promise<void>;
  /** What was posted and edited, as "<act> <where>: <summary>", since the last call. */
  newCalls(): string[];
  /** The stored feed, where there is one. */
  feed(): Promise<FeedTable>;
  /** The id of the first card. */
  cardId(): Promise<string>;
  stop(): Promise<unknown>;
}

export const migrations = { ...connectorMigrations, ...alertsMigrations, ...jobsMigrations, ...outboxMigrations };
const POLL_MS = 5;

export const policyText = (every = '10 seconds'): string =>
  `people: {}\nportals: [portal.example]\nalerts: { every: ${every} }\n`;

/**
 * The layer over a store, with everything real but the source and Teams.
 * @param beside another process on the same store: the same time, source and Teams
 */
export const createAlertsEngine = async (open: OpenStore, beside?: AlertsEngine): Promise<AlertsEngine> => {
  const database = await open(migrations);
  const { db } = database;
  const { clock, connector } = beside ?? { clock: createManualClock(), connector: createFakeConnector() };
  const feeds: Feeds = beside?.feeds ?? { items: new Map(), polls: [], faults: [], remaining: undefined };
  const base = { database, clock, ids: randomIds, log: silentLog, pollMs: POLL_MS };
  const jobs = createJobs({ ...base, random: () => 0 });
  const outbox = createOutbox({ ...base, connector, texts: loadTexts() });
  const policy = createTestPolicy(policyText(), [alertsSection, portalsSection]);
  const vendor = {} as VendorClient;
  const alerts = createAlerts({
    ...base,
    outbox,
    jobs,
    policy,
    vendor,
    sources: [sourceOver(feeds)],
    cardButtons: [textsButton],
  });
  const stalled: (string | undefined)[] = [];
  alerts.onStalled(async (_trx, _feed, code) => void stalled.push(code));
  jobs.start();
  outbox.start();
  let reported = 0;

  const isAtRest = async (): Promise<boolean> => {
    const now = new Date(clock.now()).toISOString();
    const isDue = (table: 'jobs' | 'deliveries') =>
      db.selectFrom(table).select('id').where('state', '=', 'ready').where('due_at', '<=', now).executeTakeFirst();
    return (await isDue('jobs')) === undefined && (await isDue('deliveries')) === undefined;
  };

  const engine: AlertsEngine = {
    ...{ alerts, feeds, connector, database, jobs, outbox, clock, policy, stalled },
    watch: async (draft = {}) => {
      const { watch } = await alerts.watch({
        source: 'health',
        conversationId: CHANNEL,
        feed: 'sub',
        title: 'Payments',
        filter: {},
        rhythm: 'prompt',
        quiet: undefined,
        zone: 'UTC',
        criticalAnyway: false,
        language: 'en',
        createdBy: { objectId: 'ana', name: 'Ana' },
        ...draft,
      });
      return watch;
    },
    putItem(item, feed = 'sub') {
      const others = (feeds.items.get(feed) ?? []).filter(({ key }) => key !== item.key);
      feeds.items.set(feed, [...others, { ...item, updatedAt: clock.now() }]);
    },
    async pass(ms = 10_000) {
      // A poll under way would leave new items of the feed to the next poll.
      await until('all at rest', isAtRest);
      clock.advance(ms);
      await until('all at rest', isAtRest);
      // A note in a thread waits a moment for the card above it.
      clock.advance(2_500);
      await until('all at rest', isAtRest);
    },
    newCalls() {
      const fresh = connector.calls.slice(reported);
      reported = connector.calls.length;
      return fresh.map(({ act, at, said }) => `${act} ${at.replace(CHANNEL, '#').replace(/messageid=/, '')}: ${said}`);
    },
    async update(key, more) {
      engine.putItem(incident(key, more));
      await engine.pass();
    },
    feed: () => db.selectFrom('alert_feeds').selectAll().executeTakeFirstOrThrow(),
    cardId: async () => (await db.selectFrom('alert_cards').select('id').executeTakeFirstOrThrow()).id,
    stop: () => Promise.all([jobs.stop(), outbox.stop()]),
  };
  return engine;
};

/** Tests on both stores, each with a layer of its own. */
export const describeAlerts = (tests: (engine: AlertsEngine, open: OpenStore) => void): void =>
  describeStores((_kind, open) => {
    let engine: AlertsEngine;
    beforeEach(async () => {
      engine = await createAlertsEngine(open);
    });
    afterEach(() => engine.stop());
    tests(new Proxy({} as AlertsEngine, { get: (_, name) => Reflect.get(engine, name) }), open);
  });
