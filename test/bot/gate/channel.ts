import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import type { GateChecks } from '#bot/gate/checks.ts';
import { createGate, type Gate } from '#bot/gate/gate.ts';
import type { Http, HttpRequest, HttpResponse } from '#platform/http/http.ts';
import { type Log, silentLog } from '#platform/lib/logger.ts';
import { isSameAddress } from '#teams/connector/trust.ts';

/** A stand-in for the channel: one genuine key, one forger, and a valid delivery to start every forgery from. */
export const issuer = 'https://channel.example';
export const openIdUrl = 'https://keys.channel.example/openid';
export const keysUrl = 'https://keys.channel.example/keys';
export const appId = '0f0e0d0c-0b0a-4900-8807-060504030201';
export const tenantId = '11112222-3333-4444-8555-666677778888';
export const serviceUrl = 'https://smba.channel.example/emea/';
export const otherServiceUrl = 'https://smba.channel.example/amer/';
export const startedAt = Date.parse('2026-03-02T09:00:00Z');
export const genuineKid = 'genuine-1';

export const genuine = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const forger = generateKeyPairSync('rsa', { modulusLength: 2048 });

export type Json = Record<string, unknown>;

/** What one delivery is made of; a forgery changes one of these and leaves the rest. */
export interface Parts {
  readonly header: Json;
  readonly claims: Json;
  readonly body: unknown;
  /** Signs the first two parts of the token; by node:crypto, so that one library does not judge itself. */
  readonly sign: (data: Buffer) => Buffer;
  readonly served: JWK;
  /** Makes the header's value of the signed token. */
  readonly present: (jwt: string) => string;
}

export const rs256 =
  (key: KeyObject) =>
  (data: Buffer): Buffer =>
    sign('sha256', data, key);
export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const seconds = (ms: number): number => Math.floor(ms / 1_000);

export const servedKey = async (fields: Json): Promise<JWK & Json> => ({
  ...(await exportJWK(genuine.publicKey)),
  kid: genuineKid,
  use: 'sig',
  endorsements: ['msteams'],
  ...fields,
});

export const validActivity = () => ({
  type: 'message',
  id: '1772442000001',
  timestamp: new Date(startedAt).toISOString(),
  channelId: 'msteams',
  serviceUrl,
  from: { id: '29:person', name: 'Pat', aadObjectId: 'aaaabbbb-cccc-4ddd-8eee-ffff00001111' },
  recipient: { id: `28:${appId}`, name: 'Bot' },
  conversation: { id: '19:channel@thread.tacv2;messageid=1', conversationType: 'channel', isGroup: true, tenantId },
  channelData: { tenant: { id: tenantId }, team: { id: '19:team@thread.tacv2' } },
  text: '<at>Bot</at> help',
});

export const validParts = async (): Promise<Parts> => ({
  header: { alg: 'RS256', typ: 'JWT', kid: genuineKid },
  claims: {
    iss: issuer,
    aud: appId,
    serviceurl: serviceUrl,
    nbf: seconds(startedAt) - 60,
    exp: seconds(startedAt) + 3_600,
  },
  body: validActivity(),
  sign: rs256(genuine.privateKey),
  served: await servedKey({}),
  present: (jwt) => `Bearer ${jwt}`,
});

export const authorizationOf = (parts: Parts): string => {
  const data = `${encode(parts.header)}.${encode(parts.claims)}`;
  return parts.present(`${data}.${parts.sign(Buffer.from(data)).toString('base64url')}`);
};

interface KeyServer extends Http {
  /** Addresses asked for, oldest first. */
  readonly asked: readonly string[];
  /** Serves this from now on; an Error stands for a fetch that fails. */
  serve(keys: readonly JWK[] | Error, fromUrl?: string): void;
}

/** Keeps to the contract of src/platform/http: another origin than the pinned one is refused. */
export const createKeyServer = (): KeyServer => {
  const asked: string[] = [];
  let served: readonly JWK[] | Error = [];
  let servedFrom = keysUrl;
  const answer = (value: unknown): HttpResponse => ({ status: 200, headers: {}, text: JSON.stringify(value) });
  return {
    asked,
    serve(keys, fromUrl = keysUrl) {
      served = keys;
      servedFrom = fromUrl;
    },
    async send({ url, origin }: HttpRequest) {
      if (new URL(url).origin !== origin) throw new Error('wrong origin');
      asked.push(url);
      if (served instanceof Error) throw served;
      return url === openIdUrl ? answer({ issuer, jwks_uri: servedFrom }) : answer({ keys: served });
    },
    close: async () => {},
    destroy: async () => {},
  };
};

/** The bot's gate in front of this channel. */
export const gateOver = (
  http: Http,
  clock = { now: () => startedAt },
  checks?: GateChecks,
  refused: (check: string) => void = () => {},
  log: Log = silentLog,
): Gate => {
  const trusted = [serviceUrl, otherServiceUrl];
  const trust = {
    issuer,
    openIdUrl,
    allowsServiceUrl: (url: string) => trusted.some((one) => isSameAddress(one, url)),
  };
  return createGate({ trust, http, appId, tenantId, clock, log, refused }, checks);
};
