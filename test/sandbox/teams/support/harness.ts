import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomIds } from '../../../../src/lib/ids.ts';
import { silentLog } from '../../../../src/lib/logger.ts';
import { createTeamsSandbox, type TeamsSandbox } from '../../../../src/sandbox/teams/teams-sandbox.ts';
import { sandboxBot, tenantId } from '../../../../src/sandbox/world.ts';
import { createStandInBot, type StandInBot } from './stand-in-bot.ts';

export const GENERAL = '19:general-payments@thread.tacv2';
export const APPROVALS = '19:approvals-payments@thread.tacv2';
export const ANA_CHAT = 'a:sandbox-ana';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [field: string]: unknown };
}

export interface Harness {
  readonly sandbox: TeamsSandbox;
  readonly bot: StandInBot;
  readonly clock: { now(): number; advance(ms: number): void };
  /** A Connector call with the bot's token. */
  connector(method: string, path: string, body?: unknown): Promise<Answered>;
  /** The bot posts there; the new message's id comes back. */
  post(conversation: string, activity?: object): Promise<string>;
  /** Stops the sandbox and opens it again on the same store; on a new port, where no client holds an old connection. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const START = Date.UTC(2026, 4, 11, 8, 30);

export const createHarness = async (): Promise<Harness> => {
  const folder = mkdtempSync(join(tmpdir(), 'teams-sandbox-'));
  const bot = await createStandInBot();
  let now = START;
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
  const open = async (): Promise<TeamsSandbox> => {
    const store = `sqlite:${join(folder, 'teams.db')}`;
    const opened = await createTeamsSandbox({ port: 0, botUrl: bot.url, store, clock, ids: randomIds, log: silentLog });
    await opened.start();
    return opened;
  };
  let sandbox = await open();

  const connector: Harness['connector'] = async (method, path, body) => {
    const token = await fetchToken(sandbox);
    return request(`${sandbox.url}/connector/v3/conversations${path}`, method, body, {
      authorization: `Bearer ${token}`,
    });
  };
  return {
    get sandbox() {
      return sandbox;
    },
    bot,
    clock,
    connector,
    post: async (conversation, activity = message('hello')) => {
      const { status, body } = await connector('POST', `/${encodeURIComponent(conversation)}/activities`, activity);
      if (status !== 201) throw new Error(`the post was answered ${status}`);
      return String(body['id']);
    },
    restart: async () => {
      await sandbox.stop();
      sandbox = await open();
    },
    close: async () => {
      await sandbox.stop();
      await bot.close();
      rmSync(folder, { recursive: true });
    },
  };
};

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

export const cardMessage = (content: unknown): object => ({
  type: 'message',
  summary: 'a card',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
});

export const personalParameters = (member: string): object => ({
  isGroup: false,
  bot: { id: sandboxBot.id },
  members: [{ id: member }],
  tenantId,
  channelData: { tenant: { id: tenantId } },
});
