import type { Clock } from '../../src/platform/lib/clock.ts';
import type { Ids } from '../../src/platform/lib/ids.ts';
import type { Log } from '../../src/platform/lib/logger.ts';
import type { AnyPersonKey } from '../world.ts';
import type { MessageView } from './api.ts';
import { createBotClient } from './channel/bot-client.ts';
import { createInstallation } from './channel/installation.ts';
import { createSigning } from './channel/signing.ts';
import { createChat } from './chat/chat.ts';
import { createEvents } from './chat/events.ts';
import { splitThread } from './chat/places.ts';
import { createProfiles, createScenes, type Profiles } from './chat/reach.ts';
import { createTeamState } from './chat/settings.ts';
import { createAccessTokens } from './connector/access-token.ts';
import { type CallLog, createCallLog } from './connector/call-log.ts';
import { createConnectorRoutes } from './connector/connector.ts';
import { createFaults, createInvokeFaults, type Fault } from './connector/faults.ts';
import { createTimeline } from './connector/timeline.ts';
import { createFaultRoutes } from './faults/fault-routes.ts';
import { createVendorControl } from './faults/vendor-control.ts';
import { createPageApi } from './http/page-api.ts';
import { createStaticFiles, portalRoute } from './http/pages.ts';
import { createSandboxServer } from './http/server.ts';
import { createTraffic, createTrafficRoute } from './inspector/traffic.ts';
import { readManifest } from './manifest.ts';
import { createPeopleActs, type PeopleActs, personOf } from './person-actions.ts';
import { createPlayground } from './playground/playground.ts';
import { openStore } from './store/store.ts';
import { type SandboxTrust, trustOf } from './trust.ts';

const EVENTS_PER_MS = 1_000;

interface TeamsSandboxOptions {
  /** On 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  /** The bot's …/api/messages; a function if it is known later. */
  readonly botUrl: string | (() => string);
  /** The vendor sandbox for the panel of faults; none when absent. */
  readonly vendorUrl?: () => string;
  /** A database of the sandbox's own, as storage takes it (`sqlite:<file>`). */
  readonly store: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export interface TeamsSandbox extends PeopleActs {
  /** http://127.0.0.1:<port>; the chat page is at its root. */
  readonly url: string;
  /** The bot's trust settings instead of the public cloud's. */
  readonly trust: SandboxTrust;
  /** Begins to answer requests; the port is taken since creation, so that `trust` is known before the bot is built. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Tells the bot, once for good, that it was installed in the team and in each person's personal chat. */
  install(): Promise<void>;
  /** Resolves when every call that the bot has sent by now is processed, also calls of a killed bot. */
  idle(): Promise<void>;
  /** Sends any activity to the bot, signed unless an Authorization is given. Status 0: no answer. */
  deliver(activity: object, options?: { authorization?: string }): Promise<{ status: number; body: unknown }>;
  /** Oldest first; as a person sees them, if one is given. */
  messages(conversation: string, as?: AnyPersonKey): Promise<MessageView[]>;
  /** Every call of the bot to the Connector since the start. */
  requests(): ReturnType<CallLog['list']>;
  /** For accounts that differ from the demo data. */
  readonly profiles: Pick<Profiles, 'set'>;
  readonly faults: { next(fault: Fault): void; clear(): void; left(): number };
}

/**
 * A simulation of Microsoft Teams on this machine: a channel that signs its activities to the bot, the Bot Connector that
 * the bot calls back, and the chat page with its API.
 * @throws Error that names a taken port
 */
export const createTeamsSandbox = async (options: TeamsSandboxOptions): Promise<TeamsSandbox> => {
  const { clock, ids, log, botUrl } = options;
  const store = await openStore(options.store, clock);
  const server = await createSandboxServer(options.port, log);
  const own = trustOf(server.url);
  const { serviceUrl } = own;
  const signing = await createSigning(server.url, store, clock);
  const tokens = await createAccessTokens(server.url, store, clock);
  const events = createEvents(clock.now() * EVENTS_PER_MS);
  const profiles = createProfiles();
  const faults = createFaults();
  const invokeFaults = createInvokeFaults();
  const traffic = createTraffic(clock, (entry) => events.publish({ type: 'traffic', entry }));
  const seen = createCallLog(clock, traffic.toTeams);
  const botClient = createBotClient({
    botUrl: typeof botUrl === 'string' ? () => botUrl : botUrl,
    serviceUrl,
    signing,
    faults: invokeFaults,
    traffic,
    ids,
    log,
  });
  const scenes = createScenes(store, serviceUrl, clock, profiles);
  const installation = createInstallation({ store, scenes, botClient, ids, log });
  const manifest = readManifest();
  const team = createTeamState(store);
  const vendor = createVendorControl(options.vendorUrl);
  const origin = server.url;
  const chat = createChat({
    ...{ store, team, events, scenes, botClient, installation, manifest, ids, origin, clock },
    tokenService: vendor.ssoToken,
  });
  const timeline = createTimeline(store, events, team);
  const playground = createPlayground({ url: server.url, botClient, tokens, store });

  return {
    ...createPeopleActs(chat),
    url: server.url,
    trust: {
      ...own,
      allowsServiceUrl: (url) => own.allowsServiceUrl(url) || playground.allowsServiceUrl(url),
    },
    start: async () => {
      server.open([
        ...signing.routes,
        tokens.route,
        ...playground.routes(
          createConnectorRoutes({ timeline, team, profiles, tokens, faults, seen, serviceUrl, clock, ids }),
        ),
        ...createPageApi(chat, events, store.files, team),
        ...createFaultRoutes({ connector: faults, invokes: invokeFaults, vendor }),
        createTrafficRoute(traffic),
        portalRoute,
        ...createStaticFiles(),
      ]);
      log.info('sandbox.teams.ready', { port: Number(new URL(server.url).port) });
    },
    stop: async () => {
      botClient.close();
      await installation.idle();
      events.close();
      await server.close();
      await store.close();
    },
    install: installation.everywhere,
    idle: server.idle,
    deliver: async (activity, { authorization } = {}) => {
      const answer = await botClient.post({ ...activity }, authorization);
      return answer.kind === 'answered' ? { status: answer.status, body: answer.body } : { status: 0, body: undefined };
    },
    messages: (conversation, as) => chat.read(splitThread(conversation).conversation, as && personOf(as)),
    requests: seen.list,
    profiles,
    faults: { next: faults.next, clear: faults.clear, left: faults.left },
  };
};
