import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { exportJWK } from 'jose';
import plain from '../../fixtures/bot/forgeries.json' with { type: 'json' };
import { respellings } from '../../support/respellings.ts';
import { encode, forger, genuine, type Json, type Parts, rs256, seconds, startedAt, validActivity } from './channel.ts';

/** A way to be wrong: a valid delivery with one thing changed, and the check that must turn it away. */
export interface Forgery {
  readonly name: string;
  readonly refusedBy: string;
  readonly status: 401 | 403 | 400;
  readonly change: (valid: Parts) => Partial<Parts> | Promise<Partial<Parts>>;
}

type Triple = [header: string, claims: string, signature: string];

const HOUR_S = 3_600;
const untrusted = 'https://smba.channel.example.evil.example/emea/';
const publicPem = genuine.publicKey.export({ type: 'spki', format: 'pem' });
const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pss = { key: genuine.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

const forged = (
  refusedBy: string,
  name: string,
  change: Forgery['change'],
  status: Forgery['status'] = 403,
): Forgery => ({ name, refusedBy, status, change });
const presented = (refusedBy: string, name: string, present: Parts['present']) =>
  forged(refusedBy, name, () => ({ present }));
/** Changes the finished token: header, payload and signature as they stand on the wire. */
const rewritten = (refusedBy: string, name: string, edit: (parts: Triple) => readonly string[]) =>
  presented(refusedBy, name, (jwt) => `Bearer ${edit(jwt.split('.') as Triple).join('.')}`);
/** Another algorithm or key in the header, and what signs it. */
const signed = (refusedBy: string, name: string, fields: Json, by: Parts['sign']) =>
  forged(refusedBy, name, (parts) => ({ header: { ...parts.header, ...fields }, sign: by }));

/** A part of a valid delivery with other fields, or without one of them. */
interface PlainForgery {
  readonly name: string;
  readonly refusedBy: string;
  readonly status?: number;
  readonly change?: Readonly<Record<string, object>>;
  readonly without?: Readonly<Record<string, string>>;
}

const changed = ({ name, refusedBy, status, change = {}, without = {} }: PlainForgery): Forgery =>
  forged(
    refusedBy,
    name,
    (parts) => {
      const all: Readonly<Record<string, object>> = { ...parts, body: validActivity() };
      const part = (of: string) => Object.entries({ ...all[of], ...change[of] }).filter(([key]) => key !== without[of]);
      const names = [...Object.keys(change), ...Object.keys(without)];
      return Object.fromEntries(names.map((of) => [of, Object.fromEntries(part(of))]));
    },
    status === 400 ? 400 : 403,
  );

/** What no fixture can say: keys, signatures, and how the token is presented. */
const tokenForgeries: readonly Forgery[] = [
  forged('authorization', 'an empty header', () => ({ present: () => '' }), 401),
  forged('authorization-size', 'a signed token blown up beyond 8 KB', ({ claims }) => ({
    claims: { ...claims, filler: 'x'.repeat(8_000) },
  })),
  presented('authorization-size', '15 KB of junk', () => `Bearer ${'e'.repeat(15_000)}`),
  presented('bearer', 'another scheme', (jwt) => `Token ${jwt}`),
  presented('bearer', 'no scheme', (jwt) => jwt),
  presented('bearer', 'two tokens', (jwt) => `Bearer ${jwt} ${jwt}`),
  rewritten('bearer', 'two parts', ([head, payload]) => [head, payload]),
  rewritten('bearer', 'an empty signature', ([head, payload]) => [head, payload, '']),
  presented('bearer', 'another spelling of its signature', (jwt) => `Bearer ${respellings(jwt)[0] ?? ''}`),
  rewritten('bearer', 'five parts', (parts) => [...parts, 'a', 'b']),
  rewritten('token', 'a header that is no JSON', ([, ...rest]) => ['bm90LWpzb24', ...rest]),
  signed('algorithm', 'HMAC keyed with the public key', { alg: 'HS256' }, (data) =>
    createHmac('sha256', publicPem).update(data).digest(),
  ),
  signed('algorithm', 'RS512 by the genuine key', { alg: 'RS512' }, (data) => sign('sha512', data, genuine.privateKey)),
  signed('algorithm', 'PS256 by the genuine key', { alg: 'PS256' }, (data) => sign('sha256', data, pss)),
  signed('algorithm', 'ES256 by a curve of their own', { alg: 'ES256' }, (data) =>
    sign('sha256', data, { key: curve.privateKey, dsaEncoding: 'ieee-p1363' }),
  ),
  signed('key-id', 'an unknown key id', { kid: 'forger-1' }, rs256(forger.privateKey)),
  forged('signature', 'a forger under the genuine key id', () => ({ sign: rs256(forger.privateKey) })),
  forged('signature', 'a forger who brings the key along', async (parts) => ({
    header: { ...parts.header, jwk: await exportJWK(forger.publicKey), jku: 'https://evil.example/keys' },
    sign: rs256(forger.privateKey),
  })),
  rewritten('signature', 'claims changed after signing', ([head, payload, signature]) => {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json;
    return [head, encode({ ...claims, exp: seconds(startedAt) + 2 * HOUR_S }), signature];
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
  forged('service-url-trust', 'a signed service URL on a host that is not trusted', (parts) => ({
    claims: { ...parts.claims, serviceurl: untrusted },
    body: { ...validActivity(), serviceUrl: untrusted },
  })),
  forged('activity', 'a list of activities', (parts) => ({ body: [parts.body] }), 400),
];

export const forgeries: readonly Forgery[] = [...tokenForgeries, ...plain.map(changed)];
