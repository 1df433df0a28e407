import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppConfig, createApp } from '#app.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import type { After, Clock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { type Log, silentLog } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { everybody, otherPlaces, sandboxBot, team, tenantId } from '../../sandbox/world.ts';
import { writeTestKey } from './audit.ts';
import { notingQueries, requireIndexes } from './query-plans.ts';
import { until } from './until.ts';
import { withWideLimits } from './wide-limits.ts';

/** A clock that runs by itself and can be moved ahead: for deadlines in stories. */
interface StoryClock extends Clock {
  advance(ms: number): void;
}

/** Each story begins on a Wednesday morning, whenever it is run: what is “today” in it does not depend on that. */
const BEGINNING = Date.parse('2026-11-18T08:00:00Z');

const createStoryClock = (): StoryClock => {
  let ahead = BEGINNING - Date.now();
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
};

/** The whole bot over real HTTP, with the sandbox on both sides; everything in a folder of its own. */
export interface Steward extends Sandbox {
  /** Where its keys are. */
  readonly secretsDir: string;
  readonly clock: StoryClock;
  readonly app: App;
  /** The bot's own address. */
  readonly url: string;
  /** Of the bot's store, for a look into it. */
  readonly databaseUrl: string;
  /** Ends the bot, by default as a crash would, and starts it again on the same store. */
  restart(options?: { readonly drain?: boolean; readonly sentByApprover?: boolean }): Promise<void>;
  /** Lets the bot go without starting it again. */
  kill(): Promise<void>;
  writePolicy(change: (text: string) => string): Promise<void>;
  /** Waits until `look` finds something, and gives it. @throws Error with what was last seen */
  until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T>;
  end(): Promise<void>;
}

export interface StewardOptions {
  readonly databaseUrl?: string;
  readonly log?: Log;
  /** Timers for what people see while they wait; by default nothing is shown, however slow the machine is. */
  readonly after?: After;
  /** What the bot is told of the vendor, in place of what the sandbox gives. */
  readonly vendor?: (settings: VendorSettings) => VendorSettings;
  /** Few people do the work of many: nobody is ever over a limit. */
  readonly wideLimits?: true;
  /** Grants and removals are sent in the name of whoever approved them. */
  readonly sentByApprover?: true;
  /** Nobody can sign in. */
  readonly noPublicUrl?: true;
  /** Before the bot starts. */
  readonly prepare?: (sandbox: Sandbox) => Promise<void> | void;
}

const never: After = () => () => {};

export const startSteward = async (options: StewardOptions = {}): Promise<Steward> => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-story-'));
  const clock = createStoryClock();
  const log = options.log ?? silentLog;
  const after = options.after ?? never;
  const world = { clock, ids: randomIds, log };
  let app: App | undefined;
  let port = 0;
  const botUrl = () => `http://127.0.0.1:${port}/api/messages`;
  const sandbox = await createSandbox({ ...world, folder, teamsPort: 0, vendorPort: 0, botUrl });
  await sandbox.start();
  if (options.wideLimits) {
    writeFileSync(sandbox.policyFile, withWideLimits(readFileSync(sandbox.policyFile, 'utf8')));
  }
  await options.prepare?.(sandbox);
  const databaseUrl = options.databaseUrl ?? `sqlite:${join(folder, 'steward.db')}`;
  const settings: VendorSettings = {
    namespace: 'Vendor',
    management: {
      baseUrl: sandbox.vendor.url,
      tokenUrl: sandbox.vendor.tokenUrl,
      credential: clientSecret(sandbox.vendor.client.id, sandbox.vendor.client.secret),
    },
    translator: { baseUrl: sandbox.vendor.url, key: new Secret(sandbox.vendor.keys.translator) },
    appManagement: { baseUrl: sandbox.vendor.url, token: new Secret(sandbox.vendor.keys.appManagement) },
  };
  const { appId } = sandboxBot;
  let config: AppConfig = {
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 0,
    databaseUrl,
    policyFile: sandbox.policyFile,
    secretsDir: join(folder, 'secrets'),
    bot: { appId, tenantId, credential: clientSecret(appId, sandboxBot.appPassword) },
    vendor: options.vendor?.(settings) ?? settings,
    graphUrl: sandbox.vendor.url,
    ...(options.noPublicUrl ? {} : { publicUrl: () => `http://127.0.0.1:${port}` }),
    ...{ peopleTokenUrl: sandbox.vendor.tokenUrl, exchange: sandboxBot.idUri },
    vendorAuth: options.sentByApprover ? 'user' : 'app',
  };
  writeTestKey(config.secretsDir);
  const start = async (): Promise<void> => {
    await notingQueries(async () => {
      app = await createApp(config, { ...world, trust: sandbox.teams.trust, pollMs: 100, after });
      ({ port } = await app.start());
    });
  };
  await start();
  await sandbox.teams.install();
  // A welcome that came later could be taken for an answer.
  for (const where of welcomed) {
    await waitFor(`the welcome in ${where}`, async () => (await sandbox.teams.messages(where)).length > 0);
  }

  const kill = async (drain = false): Promise<void> => {
    await app?.stop({ drain });
    app = undefined;
  };

  return {
    ...sandbox,
    secretsDir: config.secretsDir,
    clock,
    databaseUrl,
    get app() {
      if (!app) throw new Error('the bot is not running');
      return app;
    },
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    async restart({ drain = false, sentByApprover } = {}) {
      await kill(drain);
      if (sentByApprover !== undefined) config = { ...config, vendorAuth: sentByApprover ? 'user' : 'app' };
      await start();
    },
    kill: () => kill(),
    async writePolicy(change) {
      writeFileSync(sandbox.policyFile, change(readFileSync(sandbox.policyFile, 'utf8')));
      await app?.policy.reload();
    },
    until: waitFor,
    async end() {
      await kill(true);
      await sandbox.stop();
      await requireIndexes(databaseUrl);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const personalChat = (person: string): string => `a:sandbox-${person}`;

const waitFor: Steward['until'] = (what, look) => until(what, look, { pauseMs: 25 });

/** Where the app is when the story begins. */
const welcomed = [
  team.id,
  ...Object.values(otherPlaces).flatMap(({ id, hasBot }) => (hasBot ? [id] : [])),
  ...Object.values(everybody).flatMap((one) => (one.tenantId === tenantId ? [personalChat(one.key)] : [])),
];

/** Channel ids by their short names. */
export const channels = Object.fromEntries(team.channels.map(({ key, id }) => [key, id])) as Record<
  (typeof team.channels)[number]['key'],
  string
>;

/** What the bot has sent to Teams so far, each with its conversation. */
export const sentBodies = ({ teams }: Pick<Steward, 'teams'>) =>
  teams.requests().map(({ path, body }) => ({
    conversation: decodeURIComponent(path.split('/')[3] ?? '').split(';', 1)[0] ?? '',
    body: JSON.stringify(body ?? ''),
  }));

/** All that a person could read on a message: every text of its cards, and its own. */
export const wordsOf = ({
  text = '',
  cards,
}: Pick<MessageView, 'cards'> & { readonly text?: string | undefined }): string =>
  [text, ...cards.map(textOf)].join('\n');

const textOf = (node: unknown): string => {
  if (Array.isArray(node)) return node.map(textOf).filter(Boolean).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, title, value, label, ...rest } = node as Record<string, unknown>;
  const own = [text, title, value, label].filter((part) => typeof part === 'string');
  const below = Object.entries(rest).filter(([name]) =>
    ['body', 'items', 'columns', 'facts', 'inlines', 'actions', 'card', 'choices'].includes(name),
  );
  return [...own, ...below.map(([, child]) => textOf(child))].filter(Boolean).join('\n');
};
