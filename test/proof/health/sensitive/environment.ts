import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DAY, iso } from '../../../../src/lib/clock.ts';
import { createLogger } from '../../../../src/lib/logger.ts';
import type { MessageView } from '../../../../src/sandbox/teams/api.ts';
import type { PersonKey } from '../../../../src/sandbox/world.ts';
import { type Db, openExistingDatabase } from '../../../../src/storage/database.ts';
import '../../../../src/alerts/tables.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../../../support/steward.ts';
import { press } from '../../../support/story.ts';
import { openPlantingVendor, type PlantingVendor } from './secret-vendor.ts';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;
const STEP_MS = 500;
const watchers: readonly PersonKey[] = ['ana', 'bo', 'cy', 'di'];

/** The whole bot with channels that watch, before a vendor that keeps nothing to itself. */
export interface SensitiveEnvironment {
  readonly steward: Steward;
  readonly vendor: PlantingVendor;
  /** Waits until every feed was read after now and all that it brought is said; time goes faster meanwhile. */
  rest(): Promise<void>;
  /** Says something in a channel and gives what is answered. */
  ask(as: PersonKey, text: string): Promise<string>;
  press(as: PersonKey, name: string, verb: string): Promise<string>;
  /** What stands, by conversation. */
  standing(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Everything that the bot has sent to Teams so far, by conversation. */
  sent(): readonly { readonly conversation: string; readonly body: string }[];
  log(): string;
  /** Every row of every table. */
  rows(): Promise<string>;
  /** The bytes of the store's files, with what was deleted from them; empty where it is no file. */
  bytes(): string;
  end(): Promise<void>;
}

const policy = (text: string): string =>
  text.replace(/^alerts:\n(?: .*\n)*/m, 'alerts: { watch: [payments, platform], every: 1 second }\n');

export const openSensitiveEnvironment = async (databaseUrl: string): Promise<SensitiveEnvironment> => {
  const vendor = await openPlantingVendor();
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const steward = await startSteward({
    wideLimits: true,
    ...{ databaseUrl, log },
    vendor: ({ management, ...settings }) => ({
      ...settings,
      ...(management && { management: { ...management, baseUrl: vendor.url, tokenUrl: `${vendor.url}/token` } }),
    }),
  });
  await steward.writePolicy(policy);
  const { teams, clock } = steward;
  const store = openExistingDatabase(databaseUrl);

  const until = async <T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const found = await look();
      if (found) return found;
      clock.advance(STEP_MS);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`never saw ${what}`);
  };
  const newestOf = async (channel: string, as: PersonKey, fits: (message: MessageView) => boolean) =>
    (await teams.messages(channel, as)).findLast((message) => message.from.kind === 'bot' && fits(message));
  const say = async (as: PersonKey, channel: string, text: string): Promise<MessageView> => {
    const { id } = await teams.say(as, channel, text, { mention: true });
    return until(`an answer to “${text}”`, () => newestOf(channel, as, ({ rootId }) => rootId === id));
  };

  for (const [channel, words] of [
    [channels.alerts, 'watch health on payments'],
    [channels.general, 'watch health on payments digest hour'],
    [channels.finance, 'watch health on vault'],
  ] as const) {
    await say('bo', channel, words);
  }
  await until('three watches', async () => (await store.db.selectFrom('watches').select('id').execute()).length === 3);

  return {
    steward,
    vendor,
    async rest() {
      const from = clock.now();
      await until('the alerts at rest', async () => (await leftToDo(store.db, from, clock.now())) === undefined);
    },
    ask: async (as, text) => JSON.stringify(await say(as, channels.approvals, text)),
    async press(as, name, verb) {
      const stands = (message: MessageView) => wordsOf(message).includes(name) && message.rootId === undefined;
      const message = await until(`the card of ${name}`, () => newestOf(channels.alerts, as, stands));
      return JSON.stringify(await press(steward, as, message, verb));
    },
    async standing() {
      const places = [...Object.values(channels), ...watchers.map(personalChat)];
      const said = await Promise.all(
        places.map(async (place) => {
          const seen = await Promise.all(
            [undefined, ...watchers].map((as) => teams.messages(place, as).catch(() => [])),
          );
          const bots = seen.flat().filter(({ from, deleted }) => from.kind === 'bot' && !deleted);
          return [place, [...new Set(bots.map((message) => JSON.stringify(message)))]] as const;
        }),
      );
      return new Map(said);
    },
    sent: () =>
      teams.requests().map(({ path, body }) => ({
        conversation: decodeURIComponent(path.split('/')[3] ?? '').split(';', 1)[0] ?? '',
        body: JSON.stringify(body ?? ''),
      })),
    log: () => lines.join(''),
    rows: () => everyRow(store.db, store.kind),
    bytes: () => (databaseUrl.startsWith('sqlite:') ? bytesOf(databaseUrl.slice('sqlite:'.length)) : ''),
    async end() {
      await store.close();
      await steward.end();
      await vendor.close();
    },
  };
};

/** @returns the first thing that is still to be done, in words */
const leftToDo = async (db: Db, from: number, now: number): Promise<string | undefined> => {
  const feed = await db
    .selectFrom('alert_feeds')
    .select('id')
    .where('since', '<', iso(from - DAY))
    .executeTakeFirst();
  const copy = await db.selectFrom('deliveries').select('id').where('state', '=', 'ready').executeTakeFirst();
  const held = await db
    .selectFrom('alert_held')
    .select('alert_id')
    .where('release_at', '<=', iso(now))
    .executeTakeFirst();
  return feed?.id ?? copy?.id ?? held?.alert_id;
};

const everyRow = async (db: Db, kind: 'sqlite' | 'postgres'): Promise<string> => {
  const names = await db.introspection.getTables();
  const tables = await Promise.all(
    names.map(({ name }) =>
      db
        .selectFrom(name as 'alerts')
        .selectAll()
        .execute(),
    ),
  );
  return `${kind} ${JSON.stringify(tables.map((rows, index) => [names[index]?.name, rows]))}`;
};

const bytesOf = (file: string): string => {
  const folder = dirname(file);
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(file)));
  return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
};
