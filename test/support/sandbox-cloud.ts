import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createVendorSandbox, type VendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { createTeamsSandbox, type TeamsSandbox } from '../../sandbox/teams/teams-sandbox.ts';
import { sandboxBot } from '../../sandbox/world.ts';
import type { Authority } from './certificates.ts';
import { coreSettings } from './core-settings.ts';
import { listenLocally } from './local-server.ts';

const CHANNEL = 'https://api.botframework.com';
const hosts = {
  keys: 'login.botframework.com',
  signIn: 'login.microsoftonline.com',
  teams: 'smba.trafficmanager.net',
  management: 'management.azure.com',
  translator: 'api.cognitive.microsofttranslator.com',
  apps: 'api.appcenter.ms',
} as const;

/** A request as it comes to the cloud. */
export interface Asked {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** In place of the sandbox's answer; `never` keeps the caller waiting, undefined leaves it to the sandbox. */
export type Instead = (asked: Asked) => Answered | 'never' | undefined;

/** Both sandboxes at the addresses of the public cloud, as production asks for them. */
export interface SandboxCloud {
  readonly port: number;
  readonly teams: TeamsSandbox;
  readonly vendor: VendorSandbox;
  /** What production needs to be settled with to use it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Since the last `answer`. */
  readonly asked: readonly Asked[];
  /** @param aheadMs how far its clock is ahead of ours */
  answer(instead?: Instead, aheadMs?: number): void;
  close(): Promise<void>;
}

export const createSandboxCloud = async (authority: Authority): Promise<SandboxCloud> => {
  const world = { clock: systemClock, ids: randomIds, log: silentLog, port: 0, store: 'sqlite::memory:' };
  const vendor = await createVendorSandbox({ ...world, namespace: 'Microsoft', anyPrincipal: false });
  const teams = await createTeamsSandbox({ ...world, botUrl: 'http://127.0.0.1:9/api/messages' });
  await Promise.all([vendor.start(), teams.start()]);
  const asked: Asked[] = [];
  let instead: Instead = () => undefined;
  let aheadMs = 0;

  /** Where the sandbox has what the cloud has at this address. */
  const behind = ({ host, path, body }: Asked): string => {
    if (host === hosts.keys) return teams.url + path.replace('/v1/', '/channel/');
    if (host === hosts.teams) return teams.url + path.replace('/teams/', '/connector/');
    if (host !== hosts.signIn) return vendor.url + path;
    if (!path.endsWith('/token')) return vendor.url + path;
    return new URLSearchParams(body).get('scope')?.startsWith(CHANNEL) ? teams.trust.tokenUrl : vendor.tokenUrl;
  };

  const server = createServer(authority.issue(Object.values(hosts)), async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = 'GET', url: path = '/', headers } = request;
    const one = { method, host: headers.host ?? '', path, body };
    asked.push(one);
    const own = instead(one);
    if (own === 'never') return;
    if (own) send(response, own.status, JSON.stringify(own.body), own.headers);
    else await pass(one, behind(one), request, response);
  });

  const pass = async (one: Asked, url: string, { headers }: IncomingMessage, response: ServerResponse) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
    const answer = await fetch(url, {
      method: one.method,
      headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
      ...(one.method === 'GET' ? {} : { body: asTheBot(one.body) }),
    });
    const text = (await answer.text())
      .replaceAll(`${teams.url}/channel/.well-known`, `https://${hosts.keys}/v1/.well-known`)
      .replaceAll(`"${teams.trust.issuer}"`, `"${CHANNEL}"`);
    const kept = [...answer.headers].filter(([name]) => !/^(content-length|connection|transfer-encoding)$/.test(name));
    send(response, answer.status, text, Object.fromEntries(kept));
  };

  const send = (
    response: ServerResponse,
    status: number,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    const date = new Date(Date.now() + aheadMs).toUTCString();
    // Not chained: restify, once loaded, replaces writeHead of every response by one that returns nothing.
    response.writeHead(status, { 'content-type': 'application/json', ...headers, date });
    response.end(text);
  };

  const { port, close } = await listenLocally(server);
  return {
    port,
    teams,
    vendor,
    asked,
    settings: {
      ...coreSettings,
      CLOUD: 'public',
      VENDOR_NAMESPACE: 'Microsoft',
      VENDOR_BASE_URL: `https://${hosts.management}`,
      VENDOR_TOKEN_URL: `https://${hosts.signIn}/${coreSettings['MicrosoftAppTenantId']}/oauth2/v2.0/token`,
      VENDOR_CLIENT_ID: vendor.client.id,
      VENDOR_CLIENT_SECRET: vendor.client.secret,
      TRANSLATOR_BASE_URL: `https://${hosts.translator}`,
      TRANSLATOR_KEY: vendor.keys.translator,
      APP_MANAGEMENT_BASE_URL: `https://${hosts.apps}`,
      APP_MANAGEMENT_TOKEN: vendor.keys.appManagement,
    },
    answer: (own = () => undefined, ahead = 0) => {
      instead = own;
      aheadMs = ahead;
      asked.length = 0;
    },
    close: async () => {
      await close();
      await Promise.all([vendor.stop(), teams.stop()]);
    },
  };
};

/** Production may not have the sandbox's own registration. */
const asTheBot = (form: string): string =>
  form
    .replace(`client_id=${coreSettings['MicrosoftAppId']}&`, `client_id=${sandboxBot.appId}&`)
    .replace(`client_secret=${coreSettings['MicrosoftAppPassword']}&`, `client_secret=${sandboxBot.appPassword}&`);
