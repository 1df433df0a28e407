import { join } from 'node:path';
import { randomIds } from '../../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../../src/platform/lib/logger.ts';
import { folderPerTest } from '../../../../test/support/temp-folder.ts';
import { createTeamsSandbox, type TeamsSandbox } from '../../../teams/teams-sandbox.ts';
import { sandboxBot, tenantId } from '../../../world.ts';
import { answerWith } from '../../cloud/support.ts';
import { type NumberedEvent, openEvents } from './event-reader.ts';
import { createStandInBot, type StandInBot } from './stand-in-bot.ts';

export const GENERAL = '19:general-payments@thread.tacv2';
export const APPROVALS = '19:approvals-payments@thread.tacv2';
export const ANA_CHAT = 'a:sandbox-ana';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [field: string]: unknown };
}

interface Harness {
  readonly sandbox: TeamsSandbox;
  readonly bot: StandInBot;
  readonly clock: { now(): number; advance(ms: number): void };
  /** A Connector call with the bot's token. */
  connector(method: string, path: string, body?: unknown): Promise<Answered>;
  /** A call of the page's own API; `path` without `/api`. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** The bot posts there; the new message's id comes back. */
  post(conversation: string, activity?: object): Promise<string>;
  /** The newest activity that the bot received; `{}` where there is none. */
  lastActivity(): Answered['body'];
  /** The first `count` events that this person's page gets from `work` on. */
  eventsOf(as: string, count: number, work: () => Promise<unknown>): Promise<NumberedEvent[]>;
  /** Stops the sandbox and opens it again on the same store; on a new port, where no client holds an old connection. */
  restart(): Promise<void>;
}

const START = Date.UTC(2026, 4, 11, 8, 30);

/** A sandbox and a stand-in bot of their own for each test of the file or the `describe`. @param vendorUrl of a vendor sandbox beside it */
export const useHarness = (vendorUrl?: () => string): Harness => {
  const folder = folderPerTest();
  let now = START;
  let bot: StandInBot;
  let sandbox: TeamsSandbox;
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
  const open = async (): Promise<void> => {
    const store = `sqlite:${join(folder(), 'teams.db')}`;
    const world = { clock, ids: randomIds, log: silentLog };
    sandbox = await createTeamsSandbox({ port: 0, botUrl: bot.url, store, ...world, ...(vendorUrl && { vendorUrl }) });
    await sandbox.start();
  };
  beforeEach(async () => {
    now = START;
    bot = await createStandInBot();
    await open();
  });
  afterEach(async () => {
    await sandbox.stop();
    await bot.close();
  });

  const connector: Harness['connector'] = async (method, path, body) => {
    const authorization = `Bearer ${await fetchToken(sandbox)}`;
    return request(`${sandbox.url}/connector/v3/conversations${path}`, method, body, { authorization });
  };
  return {
    get sandbox() {
      return sandbox;
    },
    get bot() {
      return bot;
    },
    clock,
    connector,
    api: (method, path, body, headers) => request(`${sandbox.url}/api${path}`, method, body, headers),
    post: async (conversation, activity = message('hello')) => {
      const { status, body } = await connector('POST', activitiesPath(conversation), activity);
      if (status !== 201) throw new Error(`the post was answered ${status}`);
      return String(body['id']);
    },
    lastActivity: () => ({ ...bot.received.at(-1)?.activity }),
    eventsOf: async (as, count, work) => {
      const events = await openEvents(sandbox.url, as);
      await work();
      const arrived = await events.next(count);
      events.close();
      return arrived;
    },
    restart: async () => {
      await sandbox.stop();
      await open();
    },
  };
};

/** The Connector's path of a conversation's messages, or of one of them. */
export const activitiesPath = (conversation: string, id?: string): string =>
  `/${encodeURIComponent(conversation)}/activities${id === undefined ? '' : `/${id}`}`;

/** A request with a JSON body; the answer's body is `{}` where it is none. */
export const request = async (
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: json ? (JSON.parse(text) as Answered['body']) : {},
  };
};

/** Posts JSON with any Host, which `fetch` does not let one choose; the status of the answer. */
export const postAs = async (url: string, headers: Record<string, string>, body: string): Promise<number | undefined> =>
  (await answerWith(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })).status;

export const tokenForm = (sandbox: TeamsSandbox, changes: Record<string, string> = {}): Promise<Response> =>
  fetch(sandbox.trust.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: sandboxBot.appId,
      client_secret: sandboxBot.appPassword,
      scope: sandbox.trust.tokenScope,
      ...changes,
    }),
  });

export const fetchToken = async (sandbox: TeamsSandbox): Promise<string> => {
  const { access_token: token } = (await (await tokenForm(sandbox)).json()) as { access_token: string };
  return token;
};

export const message = (text: string): object => ({ type: 'message', text });

export const card = (text: string): Record<string, unknown> => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text }],
});

const CARD = 'application/vnd.microsoft.card.adaptive';

export const cardAttachment = (content: unknown): object => ({ contentType: CARD, content });

export const cardMessage = (content: unknown): object => ({
  type: 'message',
  summary: 'a card',
  attachments: [cardAttachment(content)],
});

/** The bot's answer to a press with a card of its own. */
export const cardAnswer = (value: unknown): object => ({ statusCode: 200, type: CARD, value });

export const personalParameters = (member: string): object => ({
  isGroup: false,
  bot: { id: sandboxBot.id },
  members: [{ id: member }],
  tenantId,
  channelData: { tenant: { id: tenantId } },
});
