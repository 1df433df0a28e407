import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Activity,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type ConversationReference,
} from 'botbuilder';
import { Agent, request } from 'undici';
import { app } from '../turn/world.ts';
import { listenForParent } from '../usage.ts';
import { openOutbox } from './open-outbox.ts';
import { channels, inPool, numberOf, type Sender } from './world.ts';

const LOOK_MS = 5;

/** The whole outbox: deliveries are rows on disk that are claimed, drawn, posted and written down. */
const createOutboxSender = async (origin: string, folder: string): Promise<Sender> => {
  const url = `sqlite:${join(folder, 'outbox.db')}`;
  const { database, connector, outbox, saying } = await openOutbox(origin, url, folder);
  const { db } = database;
  for (const conversationId of channels) {
    const place = { kind: 'channel', serviceUrl: `${origin}/`, tenantId: app.tenantId } as const;
    await connector.conversations.remember({ ...place, conversationId });
  }

  return {
    async prepare() {
      await database.transaction(async (trx) => {
        await trx.deleteFrom('deliveries').execute();
        const subjects = await saying.insert(trx, channels);
        for (const [index, subject] of subjects.entries()) {
          const to = { conversation: channels[index] ?? '' };
          await outbox.deliver(trx, {
            subject,
            variant: 'channel',
            to,
            language: 'en',
            version: 1,
            priority: 'unasked',
          });
        }
      });
    },
    async send() {
      outbox.start();
      const waiting = db.selectFrom('deliveries').select('id').where('state', '=', 'ready').limit(1);
      while ((await waiting.executeTakeFirst()) !== undefined) await sleep(LOOK_MS);
      const dead = await db.selectFrom('deliveries').select('target').where('state', '=', 'dead').execute();
      if (dead.length > 0) throw new Error(`${dead.length} deliveries ended without arriving`);
      const unclear = await db.selectFrom('deliveries').select('target').where('unclear', '>', 0).execute();
      return { unsure: unclear.map(({ target }) => numberOf(target)) };
    },
  };
};

const nothing = async (): Promise<void> => {};

/** The same card for those who do not draw. */
const open = async (origin: string, folder: string) => {
  const { database, connector, outbox, saying, texts } = await openOutbox(origin, 'sqlite::memory:', folder);
  const [subject = ''] = await saying.insert(database.db, channels.slice(0, 1));
  const drawn = await outbox.render(subject, 'channel', texts.for('en'));
  if (!drawn) throw new Error('there is no card to send');
  return { connector, card: drawn.card, summary: drawn.summary };
};

/** The product's connector without an outbox: a card that is drawn already, posted. */
const createConnectorSender = async (origin: string, folder: string): Promise<Sender> => {
  const { connector, card, summary } = await open(origin, folder);
  const to = { serviceUrl: `${origin}/`, tenantId: app.tenantId };
  return {
    prepare: nothing,
    async send() {
      await inPool(channels, async (id) => void (await connector.send({ id, ...to }, { card, summary })));
      return { unsure: [] };
    },
  };
};

/** What no sender can do without, by undici alone: a body that is ready, posted. Nothing is kept, signed or retried. */
const createFloorSender = async (origin: string, folder: string): Promise<Sender> => {
  const { card, summary } = await open(origin, folder);
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }];
  const body = JSON.stringify({ type: 'message', attachments, summary });
  const dispatcher = new Agent();
  const headers = { 'content-type': 'application/json' };
  return {
    prepare: nothing,
    async send() {
      await inPool(channels, async (id) => {
        const url = `${origin}/v3/conversations/${encodeURIComponent(id)}/activities`;
        const answer = await request(url, { dispatcher, method: 'POST', headers, body });
        await answer.body.dump();
      });
      return { unsure: [] };
    },
  };
};

/** The yardstick: the SDK as its samples post unasked, without an app id and so without a token. */
const createSdkSender = async (origin: string, folder: string): Promise<Sender> => {
  const { card, summary } = await open(origin, folder);
  const adapter = new CloudAdapter(new ConfigurationBotFrameworkAuthentication({}));
  const content = { contentType: 'application/vnd.microsoft.card.adaptive', content: card };
  const activity: Partial<Activity> = { type: 'message', attachments: [content], summary };
  const referenceTo = (id: string): Partial<ConversationReference> => ({
    channelId: 'msteams',
    serviceUrl: `${origin}/`,
    bot: { id: `28:${app.id}`, name: 'Steward' },
    conversation: { id, isGroup: true, conversationType: 'channel', tenantId: app.tenantId, name: '' },
  });
  return {
    prepare: nothing,
    async send() {
      await inPool(channels, (id) =>
        adapter.continueConversationAsync('', referenceTo(id), async (context) => {
          await context.sendActivity(activity);
        }),
      );
      return { unsure: [] };
    },
  };
};

/** One sender in a process of its own: `/prepare` and `/send` make it do that. */
const [name = '', origin = '', folder = ''] = process.argv.slice(2);

const senders: Readonly<Record<string, (origin: string, folder: string) => Promise<Sender>>> = {
  outbox: createOutboxSender,
  connector: createConnectorSender,
  sdk: createSdkSender,
  floor: createFloorSender,
};

const create = senders[name];
if (!create) throw new Error(`there is no sender ${name}`);
const sender = await create(origin, folder);

const server = createServer((request, response) => {
  const done = request.url === '/prepare' ? sender.prepare() : sender.send();
  done.then(
    (outcome = { unsure: [] }) => response.writeHead(200).end(JSON.stringify(outcome)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
listenForParent(server);
