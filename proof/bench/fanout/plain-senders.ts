import {
  type Activity,
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type ConversationReference,
} from 'botbuilder';
import { Agent, request } from 'undici';
import { app } from '../turn/world.ts';
import { openOutbox } from './open-outbox.ts';
import { inPool, type Sender } from './sender.ts';
import { channels } from './world.ts';

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
export const createConnectorSender = async (origin: string, folder: string): Promise<Sender> => {
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
export const createFloorSender = async (origin: string, folder: string): Promise<Sender> => {
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
export const createSdkSender = async (origin: string, folder: string): Promise<Sender> => {
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
