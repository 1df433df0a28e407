import { type Base, createJobs } from '#platform/jobs/jobs.ts';
import { createBot } from './bot/bot.ts';
import { pressRule } from './bot/commands/press-rules.ts';
import { createRegistry, type Registry } from './bot/commands/registry.ts';
import { createGate } from './bot/gate/gate.ts';
import { createWrongClock } from './bot/gate/wrong-clock.ts';
import { createUnderstanding } from './bot/understanding/understanding.ts';
import { createVendorClient } from './cloud/client.ts';
import { createSecretFolder } from './cloud/services/secret-folder.ts';
import { incidentWithLink } from './engine/alerts/alerts.ts';
import { createAlerts } from './engine/alerts/create-alerts.ts';
import { createChanges } from './engine/changes/changes.ts';
import { recordPolicy } from './engine/changes/policy-record.ts';
import { sealOpenChanges } from './engine/changes/seal/seal.ts';
import { availableButtons } from './engine/outbox/card-button.ts';
import { createOutbox } from './engine/outbox/outbox.ts';
import type { Services } from './features/feature.ts';
import { features, interpreterConfig } from './features/index.ts';
import { migrations } from './features/migrations.ts';
import { tellOperators } from './features/operators.ts';
import {
  peopleSignInOf,
  personTokensOf,
  type SignInConfig,
  sectionsFor,
  signInsOf,
  trySignIns,
} from './features/sign-in-wiring.ts';
import { STEWARD } from './platform/audit/chain.ts';
import { openAudit } from './platform/audit/open-audit.ts';
import { createServerTime } from './platform/http/exchange.ts';
import { createHttp, type Http } from './platform/http/http.ts';
import type { ForwardProxy } from './platform/http/proxy.ts';
import { watchCredentialExpiry } from './platform/identity/credential-expiry.ts';
import { createTtlCache } from './platform/lib/cache.ts';
import { type After, realAfter } from './platform/lib/clock.ts';
import { createServer } from './platform/server/server.ts';
import { openDatabase } from './platform/storage/database.ts';
import { loadTexts } from './platform/texts/texts.ts';
import { openPolicy, type PolicyStore } from './policy/file/policy-store.ts';
import { ratesOf } from './policy/model/sections.ts';
import { prepareCards } from './teams/cards/define-card.ts';
import { type ChannelLimits, createConnector } from './teams/connector/connector.ts';
import { messageLinks } from './teams/connector/conversations/conversation.ts';
import type { ChannelTrust } from './teams/connector/trust.ts';
import { createUpload } from './teams/connector/upload.ts';
import { createDirectory, openGraph } from './teams/directory/directory.ts';
import { createFreshSignIns } from './teams/fresh-sign-in/fresh-sign-ins.ts';

/** What createApp is told: where it listens, where it keeps things, who it is. */
export interface AppConfig extends SignInConfig {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly policyFile: string;
  /** Address of Microsoft Graph, for the directory's groups; absent where none is known. */
  readonly graphUrl?: string | undefined;
  /** Absent where the way out is direct. */
  readonly proxy?: ForwardProxy | undefined;
}

/** What createApp trusts: never settings, always handed in by `main.ts` or a test. */
interface AppDeps extends Pick<Base, 'clock' | 'ids' | 'log'> {
  readonly trust: ChannelTrust;
  /** In place of the real way out. */
  readonly http?: Http;
  /** How often due work is looked for when nothing wakes it. */
  readonly pollMs?: number;
  /** Timers for what people see while they wait; real ones when absent. */
  readonly after?: After;
  /** In place of the policy's rates, for a Teams that has none. */
  readonly limits?: () => ChannelLimits;
}

export interface App {
  /** Opens the port last. @throws Error that names the port when it is taken */
  start(): Promise<{ readonly port: number }>;
  /** Loads what the first uses would otherwise wait for. */
  warm(): Promise<void>;
  /** Takes nothing more, ends what runs, closes the store; while it starts, then. With `drain: false` it lets go as a crash would. */
  stop(options?: { readonly drain?: boolean }): Promise<void>;
  readonly policy: PolicyStore;
}

/** Builds everything once; nothing else wires. */
export const createApp = async (config: AppConfig, deps: AppDeps): Promise<App> => {
  const { clock, ids, log, trust } = deps;
  const { tenantId, appId } = config.bot;
  const time = createServerTime(clock);
  const http = deps.http ?? createHttp({ clock, log, time, proxy: config.proxy });
  const graph = openGraph({ http, clock, ...config });
  const directory = graph && createDirectory({ graph, clock, ids, log });
  const file = config.policyFile;
  const peopleSignIn = peopleSignInOf(config, trust);
  const policy = await openPolicy({ file, sections: sectionsFor(peopleSignIn), clock, log, tenantId, directory });
  const database = await openDatabase(config.databaseUrl, migrations);
  const audit = await openAudit({ database, clock, log, secretsDir: config.secretsDir, adopt: sealOpenChanges });
  const texts = loadTexts(clock);
  const connector = createConnector({
    http,
    trust,
    ...config.bot,
    database,
    clock,
    log,
    limits: deps.limits ?? (() => ratesOf(policy.current())),
  });
  const secrets = createSecretFolder(config.secretsDir, log);
  const vendor = createVendorClient({ http, settings: config.vendor, secrets, clock, ids, log });
  const loops = { database, clock, ids, log, ...(deps.pollMs === undefined ? {} : { pollMs: deps.pollMs }) };
  const jobs = createJobs(loops);
  const base = { http, database, jobs, clock, ids, log };
  const outbox = createOutbox({
    ...{ ...loops, connector, texts },
    presses: {
      ruleOf: (press) => pressRule(registry, services, press),
      people: () => policy.current().people.map(({ objectId }) => objectId),
    },
  });
  const cardButtons = availableButtons(
    features.flatMap((feature) => feature.cardButtons ?? []),
    config.vendor,
  );
  const personTokens = await personTokensOf(config, peopleSignIn, { db: database.db, jobs, clock, log });
  const signIns = peopleSignIn && createFreshSignIns({ ...base, audit, texts, settings: peopleSignIn, personTokens });
  const linkTo = messageLinks(trust.pages, tenantId);
  const changes = createChanges(
    {
      ...{ ...base, audit, outbox, policy, vendor, cardButtons, linkTo, signIns, personTokens },
      incident: (card, words) => incidentWithLink({ alerts, outbox, linkTo }, card, words),
    },
    features.flatMap((feature) => feature.changes ?? []),
  );
  const alerts = createAlerts({
    ...{ database, outbox, jobs, policy, vendor, clock, ids, log },
    sources: features.flatMap(({ sources = [] }) => sources),
    cardButtons,
  });

  const registry: Registry = createRegistry({
    commands: features.flatMap(({ commands = [] }) => commands),
    actions: features.flatMap(({ actions = [] }) => actions),
    messageActions: features.flatMap(({ messageActions = [] }) => messageActions),
    forms: features.flatMap(({ forms = [] }) => forms),
    translatables: features.flatMap(({ translatables = [] }) => translatables),
    suggests: features.flatMap(({ suggest }) => suggest ?? []),
  });
  const services: Services = {
    changes,
    alerts,
    audit,
    outbox,
    jobs,
    policy,
    vendor,
    secrets,
    namesOf: connector.namesOf,
    upload: createUpload({ http, trust }),
    database,
    clock,
    ids,
    log,
    cache: createTtlCache(clock),
    registry: () => registry,
    isSetUp: (service) => config.vendor[service] !== undefined,
    firstCommands: (objectId) => features.flatMap((feature) => feature.firstCommands?.(services, objectId) ?? []),
    removals: async (question) =>
      (await Promise.all(features.map((feature) => feature.removals?.(services, question) ?? []))).flat(),
    settings: async (of, words) =>
      (await Promise.all(features.map((feature) => feature.settings?.(services, of, words) ?? []))).flat(),
  };
  for (const feature of features) {
    for (const renderer of feature.renderers?.(services) ?? []) outbox.define(renderer);
    for (const kind of feature.jobs?.(services) ?? []) jobs.define(kind);
  }
  for (const feature of features) feature.start?.(services);
  const wrongClock = createWrongClock({ time, log });
  const gate = createGate({
    ...{ trust, http, appId, tenantId, clock, log },
    refused(check) {
      wrongClock.refused(check);
      void audit.refused({ target: 'gate', actor: STEWARD, conversation: '', reason: check });
    },
  });
  const understanding = createUnderstanding(interpreterConfig(registry, texts));
  const bot = createBot({
    gate,
    audit,
    registry,
    services,
    understanding,
    connector,
    policy,
    tenantId,
    database,
    jobs,
    outbox,
    texts,
    clock,
    ids,
    log,
    after: deps.after ?? realAfter,
    isForDecisions: changes.isDecidedIn,
    onDeparture: async (trx, departure, person) => {
      const { conversationId: target, conversationIds } = departure;
      await alerts.departed(trx, departure);
      await audit.append(trx, { target, actor: person ?? STEWARD, event: 'app removed', detail: { conversationIds } });
    },
    onArrival: async (arrival, { installed }) => {
      await outbox.returned(arrival);
      await alerts.returned(arrival);
      if (installed) for (const feature of features) await feature.installed?.(services, arrival);
    },
  });
  const ownSignIns = signInsOf({ http, clock, trust, credential: config.bot.credential, vendor: config.vendor });
  const expiry = watchCredentialExpiry({ signIns: ownSignIns, database, jobs, log });
  const recordPolicyInForce = recordPolicy({ policy, audit, db: database.db, log });
  tellOperators({ policy, outbox, jobs, alerts, audit, database, log, wrongClock, bot, expiry });

  /** In one tick: what still runs can write, send and answer nothing more. The next start finds it where it stood. */
  const letGo = async (): Promise<void> => {
    const closed = Promise.all([database.close(), http.destroy()]);
    server.destroy();
    // Not awaited: a send that waits for Teams' windows would hold us up, and can do nothing any more.
    jobs.stop();
    outbox.stop();
    await audit.stop({ drain: false });
    await closed;
  };

  let ready = false;
  const server = createServer({
    host: config.host,
    port: config.port,
    messages: bot.open,
    ready: async () => {
      const trouble = ready ? await database.health() : undefined;
      return { ready, mode: config.mode, ...(trouble && { reason: `store-${trouble}` }) };
    },
    signIn: signIns?.answer,
    log,
    ids,
  });

  const start = async (): Promise<{ readonly port: number }> => {
    await trySignIns(ownSignIns, texts.for('en'), log);
    await bot.start();
    await expiry.start();
    const isOtherPolicy = await recordPolicyInForce();
    if (isOtherPolicy) await changes.policyChanged();
    await audit.start();
    await policy.start();
    jobs.start();
    outbox.start();
    const listening = await server.listen();
    ready = true;
    log.info('ready', { port: listening.port, state: config.mode });
    return listening;
  };
  let started: Promise<unknown> | undefined;

  return {
    policy,
    start() {
      const starting = start();
      started = starting.catch(() => {});
      return starting;
    },
    async warm() {
      await prepareCards();
      await understanding.warm();
      for (const feature of features) await feature.warm?.();
    },
    async stop({ drain = true } = {}) {
      if (drain) await started;
      ready = false;
      policy.stop();
      if (!drain) return letGo();
      await Promise.all([server.close(), jobs.stop(), outbox.stop()]);
      await http.close();
      await audit.stop();
      await database.close();
    },
  };
};
