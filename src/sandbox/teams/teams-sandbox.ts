import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Log } from '../../lib/logger.ts';
import { type PersonKey, people } from '../world.ts';
import type { InvokeResult, MessageView } from './api.ts';
import { createBotDoor } from './channel/bot-door.ts';
import { createInstallation } from './channel/installation.ts';
import { createSigning } from './channel/signing.ts';
import { createChat } from './chat/chat.ts';
import { createEvents } from './chat/events.ts';
import { findPerson, type Person, splitThread } from './chat/places.ts';
import { CONNECTOR_SCOPE, createAccessTokens } from './connector/access-token.ts';
import { createConnectorRoutes } from './connector/connector.ts';
import { createFaults, type Fault } from './connector/faults.ts';
import { createSeenCalls, type SeenCall } from './connector/seen-calls.ts';
import { createTimeline } from './connector/timeline.ts';
import { createPageApi } from './http/page-api.ts';
import { createSandboxServer } from './http/server.ts';
import { createStaticFiles } from './http/static-files.ts';
import { openStore } from './store/store.ts';

const EVENTS_PER_MS = 1_000;

export interface TeamsSandboxOptions {
  /** On 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  /** The bot's …/api/messages; a function where it is known later. */
  readonly botUrl: string | (() => string);
  /** A database of the sandbox's own, as storage takes it (`sqlite:<file>`). */
  readonly store: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export interface TeamsSandbox {
  /** http://127.0.0.1:<port>; the chat page stands at its root. */
  readonly url: string;
  /** What the bot is given in the place of the public cloud. */
  readonly trust: {
    readonly issuer: string;
    readonly openIdUrl: string;
    readonly tokenUrl: string;
    readonly tokenScope: string;
    allowsServiceUrl(url: string): boolean;
  };
  /** Opens the doors; the port is taken since creation, so that `trust` is known before the bot is built. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Tells the bot, once for good, that it was installed in the team and in each person's personal chat. */
  install(): Promise<void>;
  /** Ends when the bot took the message, or refused it. `mention` names the bot where the text does not. */
  say(
    as: PersonKey,
    conversation: string,
    text: string,
    options?: { root?: string; mention?: boolean; deliverTwice?: boolean },
  ): Promise<{ id: string }>;
  /** Presses a button (Action.Execute) and waits for the bot's answer. */
  act(
    as: PersonKey,
    messageId: string,
    verb: string,
    data?: object,
    options?: { activityId?: string },
  ): Promise<InvokeResult>;
  /** Hands any activity to the bot, signed unless an Authorization is given. Status 0: no answer. */
  deliver(activity: object, options?: { authorization?: string }): Promise<{ status: number; body: unknown }>;
  /** Oldest first; as a person sees them, where one is named. */
  messages(conversation: string, as?: PersonKey): Promise<MessageView[]>;
  /** Every call of the bot to the Connector since the start. */
  requests(): readonly SeenCall[];
  readonly faults: { next(fault: Fault): void; clear(): void; left(): number };
}

/**
 * A stand-in for Microsoft Teams on this machine: a channel that signs what it sends to the bot, the Bot Connector that
 * the bot calls back, and the chat page with its API.
 * @throws Error that names a taken port
 */
export const createTeamsSandbox = async (options: TeamsSandboxOptions): Promise<TeamsSandbox> => {
  const { clock, ids, log, botUrl } = options;
  const store = await openStore(options.store, clock);
  const server = await createSandboxServer(options.port, log);
  const serviceUrl = `${server.url}/connector/`;
  const signing = await createSigning(server.url, store, clock);
  const tokens = await createAccessTokens(server.url, store, clock);
  const events = createEvents(clock.now() * EVENTS_PER_MS);
  const faults = createFaults();
  const seen = createSeenCalls();
  const door = createBotDoor({ botUrl: typeof botUrl === 'string' ? () => botUrl : botUrl, serviceUrl, signing, log });
  const chat = createChat({ store, events, door, serviceUrl, clock, ids });
  const timeline = createTimeline(store, events);
  const install = createInstallation({ store, door, serviceUrl, clock, ids, log });
  let installing = Promise.resolve();

  return {
    url: server.url,
    trust: {
      issuer: signing.issuer,
      openIdUrl: signing.openIdUrl,
      tokenUrl: tokens.url,
      tokenScope: CONNECTOR_SCOPE,
      allowsServiceUrl: (url) => url === serviceUrl,
    },
    start: async () => {
      server.open([
        ...signing.routes,
        tokens.route,
        ...createConnectorRoutes({ timeline, tokens, faults, seen, serviceUrl, clock }),
        ...createPageApi(chat, events),
        ...createStaticFiles(),
      ]);
      log.info('sandbox.teams.ready', { port: Number(new URL(server.url).port) });
    },
    stop: async () => {
      door.close();
      await installing;
      events.close();
      await server.close();
      await store.close();
    },
    install: () => {
      installing = install();
      return installing;
    },
    say: async (as, conversation, text, { root, mention, deliverTwice } = {}) => {
      const { id, heard } = await chat.say(personOf(as), conversation, text, { root, mention, twice: deliverTwice });
      await heard;
      return { id };
    },
    act: (as, messageId, verb, data, { activityId } = {}) =>
      chat.press(personOf(as), messageId, { type: 'Action.Execute', verb, data }, activityId),
    deliver: async (activity, { authorization } = {}) => {
      const answer = await door.post({ ...activity }, authorization);
      return answer.kind === 'answered' ? { status: answer.status, body: answer.body } : { status: 0, body: undefined };
    },
    messages: (conversation, as) => chat.read(splitThread(conversation).conversation, as && personOf(as)),
    requests: seen.list,
    faults: { next: faults.next, clear: faults.clear, left: faults.left },
  };
};

const personOf = (key: PersonKey): Person => {
  const person = findPerson(key);
  if (!person) throw new Error(`${Object.keys(people).join(', ')} are known, ${key} is not`);
  return person;
};
