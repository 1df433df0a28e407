import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { exportJWK } from 'jose';
import { respellings } from '../../support/respellings.ts';
import {
  appId,
  encode,
  forger,
  genuine,
  type Json,
  otherServiceUrl,
  type Parts,
  rs256,
  seconds,
  servedKey,
  startedAt,
  tenantId,
  validActivity,
} from './channel.ts';

/** A way to be wrong: a valid delivery with one thing changed, and the check that must turn it away. */
export interface Forgery {
  readonly name: string;
  readonly refusedBy: string;
  readonly status: 401 | 403 | 400;
  readonly change: (valid: Parts) => Partial<Parts> | Promise<Partial<Parts>>;
}

type Triple = [header: string, claims: string, signature: string];

const HOUR_S = 3_600;
const now = seconds(startedAt);
const at = (offsetSeconds: number): string => new Date(startedAt + offsetSeconds * 1_000).toISOString();
const otherGuid = '99998888-7777-4666-8555-444433332222';
const untrusted = 'https://smba.channel.example.evil.example/emea/';
const publicPem = genuine.publicKey.export({ type: 'spki', format: 'pem' });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pss = { key: genuine.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const valid = validActivity();

const without = (object: Json, name: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

const forged = (
  refusedBy: string,
  name: string,
  change: Forgery['change'],
  status: Forgery['status'] = 403,
): Forgery => ({
  name,
  refusedBy,
  status,
  change,
});
const presented = (refusedBy: string, name: string, present: Parts['present']) =>
  forged(refusedBy, name, () => ({ present }));
/** Changes the finished token: header, payload and signature as they stand on the wire. */
const rewritten = (refusedBy: string, name: string, edit: (parts: Triple) => readonly string[]) =>
  presented(refusedBy, name, (jwt) => `Bearer ${edit(jwt.split('.') as Triple).join('.')}`);
const header = (refusedBy: string, name: string, fields: Json, signing: Partial<Pick<Parts, 'sign'>> = {}) =>
  forged(refusedBy, name, (parts) => ({ header: { ...parts.header, ...fields }, ...signing }));
const headerWithout = (refusedBy: string, name: string, field: string) =>
  forged(refusedBy, name, (parts) => ({ header: without(parts.header, field) }));
const claims = (refusedBy: string, name: string, fields: Json) =>
  forged(refusedBy, name, (parts) => ({ claims: { ...parts.claims, ...fields } }));
const claimsWithout = (refusedBy: string, name: string, field: string) =>
  forged(refusedBy, name, (parts) => ({ claims: without(parts.claims, field) }));
const served = (refusedBy: string, name: string, fields: Json) =>
  forged(refusedBy, name, async () => ({ served: await servedKey(fields) }));
const body = (refusedBy: string, name: string, fields: Json, status?: 400) =>
  forged(refusedBy, name, () => ({ body: { ...valid, ...fields } }), status);
const bodyWithout = (name: string, field: string) =>
  forged('activity', name, () => ({ body: without(valid, field) }), 400);

/** The header and the token. */
const tokenForgeries: readonly Forgery[] = [
  forged('authorization', 'an empty header', () => ({ present: () => '' }), 401),
  claims('authorization-size', 'a signed token blown up beyond 8 KB', { filler: 'x'.repeat(8_000) }),
  presented('authorization-size', '15 KB of junk', () => `Bearer ${'e'.repeat(15_000)}`),
  presented('bearer', 'another scheme', (jwt) => `Token ${jwt}`),
  presented('bearer', 'no scheme', (jwt) => jwt),
  presented('bearer', 'two tokens', (jwt) => `Bearer ${jwt} ${jwt}`),
  rewritten('bearer', 'two parts', ([head, payload]) => [head, payload]),
  rewritten('bearer', 'an empty signature', ([head, payload]) => [head, payload, '']),
  presented('bearer', 'another spelling of its signature', (jwt) => `Bearer ${respellings(jwt)[0] ?? ''}`),
  rewritten('bearer', 'five parts', (parts) => [...parts, 'a', 'b']),
  rewritten('token', 'a header that is no JSON', ([, ...rest]) => ['bm90LWpzb24', ...rest]),
  header('algorithm', 'no algorithm, genuine signature', { alg: 'none' }),
  header(
    'algorithm',
    'HMAC keyed with the public key',
    { alg: 'HS256' },
    {
      sign: (data) => createHmac('sha256', publicPem).update(data).digest(),
    },
  ),
  header(
    'algorithm',
    'RS512 by the genuine key',
    { alg: 'RS512' },
    {
      sign: (data) => sign('sha512', data, genuine.privateKey),
    },
  ),
  header('algorithm', 'PS256 by the genuine key', { alg: 'PS256' }, { sign: (data) => sign('sha256', data, pss) }),
  header(
    'algorithm',
    'ES256 by a curve of their own',
    { alg: 'ES256' },
    {
      sign: (data) => sign('sha256', data, { key: curve.privateKey, dsaEncoding: 'ieee-p1363' }),
    },
  ),
  header('algorithm', 'RS512, but signed with RS256 by the genuine key', { alg: 'RS512' }),
  header('algorithm', 'an algorithm in small letters', { alg: 'rs256' }),
  headerWithout('algorithm', 'a header without algorithm', 'alg'),
  headerWithout('key-id', 'a header without key id', 'kid'),
  header('key-id', 'an unknown key id', { kid: 'forger-1' }, { sign: rs256(forger.privateKey) }),
  header('key-id', 'a number as key id', { kid: 1 }),
  forged('signature', 'a forger under the genuine key id', () => ({ sign: rs256(forger.privateKey) })),
  forged('signature', 'a forger who brings the key along', async (parts) => ({
    header: { ...parts.header, jwk: await exportJWK(forger.publicKey), jku: 'https://evil.example/keys' },
    sign: rs256(forger.privateKey),
  })),
  rewritten('signature', 'claims changed after signing', ([head, payload, signature]) => {
    const signed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json;
    return [head, encode({ ...signed, exp: now + 2 * HOUR_S }), signature];
  }),
  rewritten('signature', 'a signature cut short', ([head, payload, signature]) => [
    head,
    payload,
    signature.slice(0, -6),
  ]),
  forged('signature', 'a genuine key of 1,024 bits', async (parts) => ({
    served: { ...parts.served, ...(await exportJWK(weak.publicKey)) },
    sign: rs256(weak.privateKey),
  })),
  served('signature', 'a key for encryption', { use: 'enc' }),
  served('signature', 'a key that signs with another algorithm', { alg: 'RS512' }),
  served('signature', 'a key that may not verify', { key_ops: ['encrypt'] }),
  header('signature', 'a critical header that nobody knows', { crit: ['trust-me'], 'trust-me': true }),
  claims('issuer', 'the issuer of the emulator', { iss: `https://sts.windows.net/${tenantId}/` }),
  claims('issuer', "the issuer of the bot's own outbound token", {
    iss: `https://login.microsoftonline.com/${tenantId}/v2.0`,
    appid: appId,
  }),
  claims('issuer', 'our issuer with a slash too many', { iss: 'https://channel.example/' }),
  claimsWithout('issuer', 'no issuer', 'iss'),
  claims('audience', "another bot's token", { aud: otherGuid }),
  claims('audience', 'a list of audiences', { aud: [appId, otherGuid] }),
  claims('audience', 'the channel itself as audience', { aud: 'https://api.botframework.com' }),
  claimsWithout('audience', 'no audience', 'aud'),
  claims('expiry', 'an expired token', { exp: now - 301 }),
  claims('not-before', 'a token of later', { nbf: now + 301 }),
  claimsWithout('expiry', 'a token that never expires', 'exp'),
  served('endorsement', 'a key that is endorsed for web chat only', { endorsements: ['webchat'] }),
  served('endorsement', 'a key without endorsements', { endorsements: undefined }),
];

/** What a genuine token was sent along with. */
const activityForgeries: readonly Forgery[] = [
  body('channel', 'web chat on the same registration', { channelId: 'webchat' }),
  body('channel', 'Direct Line on the same registration', { channelId: 'directline' }),
  body('channel', 'an empty channel', { channelId: '' }),
  bodyWithout('no channel', 'channelId'),
  claimsWithout('service-url-claim', 'a token that names no service URL', 'serviceurl'),
  body('service-url-claim', 'a trusted service URL that is not the signed one', { serviceUrl: otherServiceUrl }),
  body('service-url-claim', 'a service URL of the attacker', { serviceUrl: untrusted }),
  bodyWithout('no service URL', 'serviceUrl'),
  ...[
    valid.serviceUrl.replace('emea', 'EMEA'),
    `${valid.serviceUrl}/`,
    valid.serviceUrl.replace('https:', 'http:'),
    valid.serviceUrl.replace('example/', 'example:8443/'),
    valid.serviceUrl.replace('example/', 'example:80/'),
    valid.serviceUrl.replace('example/', 'example./'),
    valid.serviceUrl.replace('//', '//smba@'),
    valid.serviceUrl.replace('emea', 'x/../emea'),
    valid.serviceUrl.replace('emea', '%65mea'),
    `${valid.serviceUrl}?x`,
    ` ${valid.serviceUrl}`,
  ].map((serviceUrl) =>
    body('service-url-claim', `a service URL nearly like the signed one: ${serviceUrl}`, { serviceUrl }),
  ),
  forged('service-url-trust', 'a signed service URL on a host that is not trusted', (parts) => ({
    claims: { ...parts.claims, serviceurl: untrusted },
    body: { ...valid, serviceUrl: untrusted },
  })),
  body('conversation-tenant', 'a conversation of another tenant', {
    conversation: { ...valid.conversation, tenantId: otherGuid },
  }),
  body('conversation-tenant', 'no tenant anywhere', {
    conversation: without(valid.conversation, 'tenantId'),
    channelData: { tenant: { id: '' } },
  }),
  body('conversation-tenant', 'another tenant, named only in the channel data', {
    conversation: { ...valid.conversation, tenantId: null },
    channelData: { tenant: { id: otherGuid } },
  }),
  body('conversation-tenant', 'a conversation of another tenant with our channel data', {
    conversation: { ...valid.conversation, tenantId: otherGuid },
    channelData: { tenant: { id: tenantId } },
  }),
  body('channel-tenant', 'channel data of another tenant', { channelData: { tenant: { id: otherGuid } } }),
  body('person', 'nobody', { from: without(valid.from, 'aadObjectId') }),
  body('person', 'a person by name', { from: { ...valid.from, aadObjectId: 'Pat' } }),
  body('person', 'nobody who presses a button', { type: 'invoke', from: without(valid.from, 'aadObjectId') }),
  body('recipient', 'another bot', { recipient: { id: `28:${otherGuid}` } }),
  body('recipient', 'the bot without its prefix', { recipient: { id: appId } }),
  body('activity-id', 'an empty activity id', { id: ' ' }, 400),
  forged('activity-id', 'no activity id', () => ({ body: without(valid, 'id') }), 400),
  body('timestamp', 'a delivery captured an hour ago', { timestamp: at(-HOUR_S - 1) }),
  body('timestamp', 'a delivery of later', { timestamp: at(301) }),
  body('activity', 'a time that is none', { timestamp: 'yesterday' }, 400),
  forged('timestamp', 'no time', () => ({ body: without(valid, 'timestamp') })),
  body('timestamp', 'a local time of an hour ago, and no other', { timestamp: null, localTimestamp: at(-HOUR_S - 1) }),
  body(
    'activity',
    'half a letter in the conversation id',
    { conversation: { ...valid.conversation, id: '19:\ud800' } },
    400,
  ),
  body('activity', 'half a letter in the id of what was pressed', { replyToId: '\udc00' }, 400),
  forged('activity', 'a list of activities', (parts) => ({ body: [parts.body] }), 400),
];

export const forgeries: readonly Forgery[] = [...tokenForgeries, ...activityForgeries];
