import '../../../src/engine/alerts/tables.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { MessageView } from '../../../sandbox/teams/api.ts';
import type { PersonKey } from '../../../sandbox/world.ts';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { createLogger } from '../../../src/platform/lib/logger.ts';
import { type Db, openExistingDatabase } from '../../../src/platform/storage/database.ts';
import { withFastClock } from '../../../test/support/fast-clock.ts';
import { pressAsIf } from '../../../test/support/own-views.ts';
import {
  channels,
  personalChat,
  type Steward,
  sentBodies,
  startSteward,
  wordsOf,
} from '../../../test/support/steward.ts';
import { everyTable } from '../../../test/support/store-invariants.ts';
import { ask } from '../../../test/support/story.ts';
import { openSecretVendor } from './secrets.ts';

const watchers: readonly PersonKey[] = ['ana', 'bo', 'cy', 'di'];

export type SensitiveEnvironment = Awaited<ReturnType<typeof openSensitiveEnvironment>>;

const policy = (text: string): string =>
  text.replace(/^alerts:\n(?: .*\n)*/m, 'alerts: { watch: [payments, platform], every: 1 second }\n');

/** The whole bot with watching channels, and a vendor that sends sensitive texts in its lists. */
export const openSensitiveEnvironment = async (databaseUrl: string) => {
  const vendor = await openSecretVendor();
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

  const until: Steward['until'] = (what, look) => withFastClock(steward, () => steward.until(what, look));
  const newestOf = async (channel: string, as: PersonKey, fits: (message: MessageView) => boolean) =>
    (await teams.messages(channel, as)).findLast((message) => message.from.kind === 'bot' && fits(message));
  const say = (as: PersonKey, where: string, text: string): Promise<MessageView> =>
    withFastClock(steward, () => ask(steward, as, text, { where }));

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
    /** Waits until every feed was polled after now and all notifications are posted; the clock advances faster meanwhile. */
    async rest(): Promise<void> {
      const from = clock.now();
      await until('the alerts at rest', async () => (await leftToDo(store.db, from, clock.now())) === undefined);
    },
    /** Sends a message in a channel and returns the answer. */
    ask: async (as: PersonKey, text: string): Promise<string> =>
      JSON.stringify(await say(as, channels.approvals, text)),
    /** @param of whose card has the button, where it is not the presser's own */
    async press(as: PersonKey, name: string, verb: string, of: PersonKey = as): Promise<string> {
      const stands = (message: MessageView) => wordsOf(message).includes(name) && message.rootId === undefined;
      const message = await until(`the card of ${name}`, () => newestOf(channels.alerts, as, stands));
      return JSON.stringify(await pressAsIf(steward, as, message, { verb, of }));
    },
    /** The messages of every conversation. */
    async standing(): Promise<ReadonlyMap<string, readonly string[]>> {
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
    sent: () => sentBodies(steward),
    log: () => lines.join(''),
    rows: async () => JSON.stringify(await everyTable(store.db)),
    /** The bytes of the store's files, including deleted data; empty for a store without files. */
    bytes: () => (databaseUrl.startsWith('sqlite:') ? bytesOf(databaseUrl.slice('sqlite:'.length)) : ''),
    async end() {
      await store.close();
      await steward.end();
      await vendor.close();
    },
  };
};

/** @returns a description of the first pending work */
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

const bytesOf = (file: string): string => {
  const folder = dirname(file);
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(file)));
  return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
};
