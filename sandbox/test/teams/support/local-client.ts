import { wordsOf } from '../../../../test/support/steward.ts';
import { type PersonKey, people, sandboxBot, team, tenantId } from '../../../world.ts';
import { listenForJson } from './stand-in-bot.ts';

/** One call of the bot that reached the client. */
export interface ReachedCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly [field: string]: unknown };
}

/** A small stand-in for the Microsoft 365 Agents Playground: a Connector without tokens, and unsigned activities. */
export interface LocalClient {
  readonly serviceUrl: string;
  readonly calls: readonly ReachedCall[];
  close(): Promise<void>;
}

export const createLocalClient = async (): Promise<LocalClient> => {
  const calls: ReachedCall[] = [];
  const { origin, close } = await listenForJson(async ({ method = '', url = '', headers }, body) => {
    calls.push({ method, path: decodeURIComponent(url), authorization: headers.authorization, body });
    return { status: method === 'POST' ? 201 : 200, body: { id: `client-${calls.length}` } };
  });
  return { serviceUrl: `${origin}/_connector`, calls, close };
};

const PERSONAL = 'a:playground-personal';

/** A message that mentions the bot, as `localActivity` takes it. */
export const mentioning = (text: string) => ({
  type: 'message',
  text: `<at>Steward</at> ${text}`,
  entities: [{ type: 'mention', text: '<at>Steward</at>', mentioned: { id: sandboxBot.id, name: sandboxBot.name } }],
});

/** The words of the cards that the bot sent with this call. */
export const cardWords = ({ body }: ReachedCall): string => {
  const attachments = (body['attachments'] ?? []) as { content: unknown }[];
  return wordsOf({ cards: attachments.map(({ content }) => content) } as never);
};

/** An activity as the Playground sends it, but for its time: no token, its own service URL. */
export const localActivity = (
  as: PersonKey,
  serviceUrl: string,
  more: Readonly<Record<string, unknown>>,
  where: 'personal' | 'channel' = 'personal',
): Record<string, unknown> => {
  const { teamsId, name, objectId } = people[as];
  const id = crypto.randomUUID();
  const tenant = { id: tenantId };
  return {
    id,
    localTimezone: 'UTC',
    serviceUrl,
    channelId: 'msteams',
    from: { id: teamsId, name, aadObjectId: objectId },
    recipient: { id: sandboxBot.id, name: sandboxBot.name },
    conversation:
      where === 'personal'
        ? { conversationType: 'personal', tenantId, id: PERSONAL }
        : { conversationType: 'channel', isGroup: true, tenantId, id: `${team.id};messageid=${id}` },
    channelData:
      where === 'personal' ? { tenant } : { tenant, team: { id: team.id, name: team.name }, channel: { id: team.id } },
    entities: [{ type: 'clientInfo', locale: 'en-US', country: 'US', platform: 'Web', timezone: 'UTC' }],
    locale: 'en-US',
    ...more,
  };
};
