import { team } from '../../world.ts';
import type { BotClient } from '../channel/bot-client.ts';
import { findAccount, findPersonalPlace, findPlace, splitThread } from '../chat/places.ts';
import type { AccessTokens } from '../connector/access-token.ts';
import { type Answer, type Call, Problem, type Route } from '../http/answer.ts';
import type { Store } from '../store/store.ts';
import { createTakeIn, forward, segmentOf, serviceUrlOf } from './local-client.ts';

const OWN = '/connector';
const MAX_NOTED = 1_000;

export interface Playground {
  /** True for the relay's own addresses, each for one client on this machine. */
  allowsServiceUrl(url: string): boolean;
  /** The route for activities of a local client, and the Connector's routes once more for the bot's calls to it. */
  routes(connector: readonly Route[]): readonly Route[];
}

/**
 * Lets a local client such as the Microsoft 365 Agents Playground talk to the bot through this channel (docs/tour.md).
 * It shares the team's channels with the chat page: a call that names a message goes where that message stands, a new post
 * goes to the client, and to the chat page once the client is gone.
 */
export const createPlayground = (deps: {
  url: string;
  botClient: BotClient;
  tokens: AccessTokens;
  store: Store;
}): Playground => {
  const { store, tokens } = deps;
  const root = `${deps.url}/playground/`;
  /** Whose personal chat a client's conversation is, and which client a message was posted to: newest last. */
  const chats = createNoted();
  const posted = createNoted();

  const addressFor = (serviceUrl: string): string => `${root}${segmentOf(serviceUrl)}${OWN}/`;

  /** Names a message of the chat page: the activity, or the thread's first one. */
  const namesOurs = async ({ params }: Call): Promise<boolean> => {
    const ids = [params['activity'], splitThread(params['conversation'] ?? '').root];
    const found = await Promise.all(ids.map((id) => (id === undefined ? undefined : store.find(id))));
    return found.some((post) => post !== undefined);
  };

  const opensPersonalChat = async (call: Call): Promise<boolean> => {
    if (call.method !== 'POST' || call.params['conversation'] !== undefined) return false;
    const body = (await call.json()) as { channelData?: { channel?: unknown } } | null;
    return body?.channelData?.channel === undefined;
  };

  const isOurs = async (call: Call): Promise<boolean> => {
    const place = findPlace(splitThread(call.params['conversation'] ?? '').conversation);
    return place?.kind === 'personal' || (await opensPersonalChat(call)) || (await namesOurs(call));
  };

  /** The same call in the chat page's terms: a client's personal chat is its person's own there. */
  const atHome = (call: Call): Call => {
    const { conversation = '' } = call.params;
    const person = findAccount(chats.get(conversation) ?? '');
    if (findPlace(splitThread(conversation).conversation) || conversation === '') return call;
    return { ...call, params: { ...call.params, conversation: (person && findPersonalPlace(person)?.id) ?? team.id } };
  };

  const relayed = (route: Route): Route => ({
    ...route,
    path: `/playground/:client${route.path}`,
    handle: async (given) => {
      await tokens.check(given);
      const call = readOnce(given);
      const client = serviceUrlOf(call.params['client'] ?? '');
      if (client === undefined) throw new Problem(404, 'NotFound', 'No local client has this address.');
      // Who somebody is, a guest or not, is known here only.
      const asksWho = route.path.includes('members');
      if (asksWho || (await isOurs(call))) return route.handle(asksWho ? atHome(call) : call);
      const answer = await forward(client, route.path.slice(OWN.length), call);
      if (!answer) return route.handle(atHome(call));
      const id = idIn(answer);
      if (id !== undefined) posted.set(id, client);
      return answer;
    },
  });

  /** The chat page's address for a message at a client. */
  const own = (route: Route): Route => {
    if (route.method !== 'PUT' && route.method !== 'DELETE') return route;
    const handle = async (given: Call): Promise<Answer> => {
      const client = posted.get(given.params['activity'] ?? '');
      if (client === undefined) return route.handle(given);
      await tokens.check(given);
      const call = readOnce(given);
      return (await forward(client, route.path.slice(OWN.length), call)) ?? route.handle(call);
    };
    return { ...route, handle };
  };

  return {
    allowsServiceUrl: (url) => {
      const segment = url.startsWith(root) ? (url.slice(root.length).split('/')[0] ?? '') : '';
      const serviceUrl = serviceUrlOf(segment);
      return serviceUrl !== undefined && url === addressFor(serviceUrl);
    },
    routes: (connector) => [
      createTakeIn({
        botClient: deps.botClient,
        addressFor,
        noted: ({ conversation, from }) => {
          if (conversation.conversationType === 'personal') chats.set(conversation.id, from.aadObjectId ?? '');
        },
      }),
      ...connector.map(own),
      ...connector.map(relayed),
    ],
  };
};

/** A body can be read from the wire only once. */
const readOnce = (call: Call): Call => {
  let body: Promise<unknown> | undefined;
  return {
    ...call,
    json: () => {
      body ??= call.json();
      return body;
    },
  };
};

const idIn = (answer: Answer): string | undefined => {
  const body = answer.kind === 'json' ? (answer.body as { id?: unknown; activityId?: unknown } | undefined) : undefined;
  const id = body?.activityId ?? body?.id;
  return typeof id === 'string' ? id : undefined;
};

const createNoted = () => {
  const values = new Map<string, string>();
  return {
    get: (key: string): string | undefined => values.get(key),
    set: (key: string, value: string): void => {
      values.delete(key);
      values.set(key, value);
      const oldest = values.size > MAX_NOTED ? values.keys().next().value : undefined;
      if (oldest !== undefined) values.delete(oldest);
    },
  };
};
