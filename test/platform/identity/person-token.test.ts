import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { base64url, exportSPKI, SignJWT } from 'jose';
import { type ExpectedToken, type PersonTokenRules, verifyPersonToken } from '#platform/identity/person-token.ts';
import { createPublishedKeys, type PublishedKey } from '#platform/identity/published-keys.ts';
import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { publishedKey, signingKey, signToken } from '../../support/people-directory.ts';
import { respellings } from '../../support/respellings.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const AT = NOW / SECOND;
const ISSUER = 'https://login.example/tenant/v2.0';
const APP = 'aaaa0000-0000-4000-8000-00000000000a';
const TENANT = 'bbbb0000-0000-4000-8000-00000000000b';
const PERSON = 'cccc0000-0000-4000-8000-00000000000c';

const claims = {
  ...{ iss: ISSUER, aud: APP, tid: TENANT, oid: PERSON, iat: AT, nbf: AT, exp: AT + 3_600 },
  ...{ auth_time: AT - 20, acrs: ['c1', 'p1'], nonce: 'the nonce' },
};
type Claims = Readonly<Record<string, unknown>>;
const { nonce: _nonce, ...withoutNonce } = claims;
const exchanged: Claims = { ...withoutNonce, scp: 'access_as_user' };
const expected: ExpectedToken = { nonce: 'the nonce' };

const rules = async (more: Partial<PersonTokenRules> = {}): Promise<PersonTokenRules> => {
  const own = (await publishedKey()) as PublishedKey;
  const keys = createPublishedKeys({
    fetch: async () => [own],
    clock: { now: () => NOW },
    failed: (error) => {
      throw error;
    },
  });
  return { keys, issuer: ISSUER, appId: APP, tenantId: TENANT, now: NOW, ...more };
};
const verify = async (jwt: string, as: ExpectedToken = expected) =>
  verifyPersonToken(new Secret(jwt), as, await rules());
const without = (name: string, from: Claims = claims): Claims =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));

it('a good ID token says who signed in, when, and how strongly', async () => {
  expect(await verify(await signToken(claims))).toEqual({
    ...{ objectId: PERSON, signedInAt: NOW - 20 * SECOND, contexts: ['c1', 'p1'] },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('a token that Teams exchanged is good for what it is for', async () => {
  expect(await verify(await signToken(exchanged), 'exchange')).toMatchObject({ objectId: PERSON });
});

it('a person’s id counts in any case', async () => {
  expect(await verify(await signToken({ ...claims, oid: PERSON.toUpperCase() }))).toMatchObject({ objectId: PERSON });
});

it('without contexts there are none', async () => {
  expect(await verify(await signToken(without('acrs')))).toMatchObject({ contexts: [] });
});

it.each<[string, Claims, string]>([
  ['another issuer', { iss: 'https://login.example/other/v2.0' }, 'issuer'],
  ['the issuer of version 1', { iss: `https://sts.windows.net/${TENANT}/` }, 'issuer'],
  ['another application', { aud: TENANT }, 'audience'],
  ['the application’s address as audience', { aud: `api://${APP}` }, 'audience'],
  ['several audiences', { aud: [APP, TENANT] }, 'claims'],
  ['another directory', { tid: APP }, 'tenant'],
  ['a person who is no GUID', { oid: 'ana@example.com' }, 'claims'],
  ['an end in the past', { exp: AT - 61 }, 'expired'],
  ['a beginning in the future', { nbf: AT + 61 }, 'early'],
  ['a sign-in in the future', { auth_time: AT + 61 }, 'future'],
  ['a moment that is no number', { auth_time: String(AT) }, 'claims'],
  ['contexts that are no list', { acrs: 'c1' }, 'claims'],
  ['another nonce', { nonce: 'another' }, 'purpose'],
])('a token with %s is refused', async (_what, wrong, fault) => {
  expect(await verify(await signToken({ ...claims, ...wrong }))).toEqual({ fault });
});

it.each([
  ...(['iss', 'aud', 'tid', 'oid', 'exp', 'nbf'] as const).map((name) => [name, 'claims'] as const),
  ['auth_time', 'no-time'] as const,
  ['nonce', 'purpose'] as const,
])('a token without %s is refused', async (name, fault) => {
  expect(await verify(await signToken(without(name)))).toEqual({ fault });
});

it.each<[string, Claims]>([
  ['without a scope, as an ID token is or one that a program got', without('scp', exchanged)],
  ['with an empty scope', { ...exchanged, scp: '' }],
  ['with a nonce', { ...exchanged, nonce: 'the nonce' }],
])('a token %s is none that Teams exchanged', async (_what, wrong) => {
  expect(await verify(await signToken(wrong), 'exchange')).toEqual({ fault: 'purpose' });
});

it('an exchanged token is no ID token', async () => {
  expect(await verify(await signToken(exchanged))).toEqual({ fault: 'purpose' });
});

const encoded = (part: object): string => base64url.encode(JSON.stringify(part));
const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const sign = (alg: string, key: Parameters<SignJWT['sign']>[0], kid = 'people-1'): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);

it.each<[string, () => Promise<string>]>([
  ['by another key of the same name', () => sign('RS256', other.privateKey)],
  ['by a key that nobody published', () => sign('RS256', other.privateKey, 'people-2')],
  ['with another algorithm of the same key', () => sign('PS256', signingKey.privateKey)],
  ['with a longer digest', () => sign('RS512', signingKey.privateKey)],
  [
    'with the public key as a shared secret',
    async () => {
      const text = `${encoded({ alg: 'HS256', kid: 'people-1' })}.${encoded(claims)}`;
      const mac = createHmac('sha256', await exportSPKI(signingKey.publicKey)).update(text);
      return `${text}.${mac.digest('base64url')}`;
    },
  ],
  ['not at all', async () => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
  [
    'over other claims',
    async () => {
      const [header, , signature] = (await signToken(claims)).split('.');
      return `${header}.${encoded({ ...claims, oid: APP })}.${signature}`;
    },
  ],
  ['with its signature cut', async () => (await signToken(claims)).slice(0, -4)],
  ['over something that is no object', async () => 'eyJhbGciOiJSUzI1NiJ9.e30.e30'],
  ['in five parts', async () => `${await signToken(claims)}.a.b`],
  ['at too great a length', () => signToken({ ...claims, more: 'x'.repeat(20_000) })],
  [
    'with a header that must be understood',
    async () => {
      const header = { alg: 'RS256', kid: 'people-1', crit: ['x-own'], 'x-own': 1 };
      const text = `${encoded(header)}.${encoded(claims)}`;
      return `${text}.${createSign('sha256').update(text).sign(signingKey.privateKey, 'base64url')}`;
    },
  ],
  ['nowhere: it is empty', async () => ''],
])('a token signed %s is refused', async (_what, forged) => {
  expect(await verify(await forged())).toEqual({ fault: 'signature' });
});

it('clocks may differ by a minute', async () => {
  for (const claim of [{ exp: AT - 59 }, { nbf: AT + 59 }, { auth_time: AT + 59 }])
    expect(await verify(await signToken({ ...claims, ...claim }))).toMatchObject({ objectId: PERSON });
});

it('two tokens have two digests, and one token always the same', async () => {
  const [one, two] = [await signToken(claims), await signToken({ ...claims, uti: 'two' })];
  const digests = (await Promise.all([one, one, two].map((jwt) => verify(jwt)))).map((read) =>
    'digest' in read ? read.digest : '',
  );
  expect(new Set(digests).size).toBe(2);
  expect(digests[0]).toBe(digests[1]);
});

it('a token whose signature is spelled otherwise is refused, in each of over twenty spellings', async () => {
  const spellings = respellings(await signToken(claims));
  expect(spellings.length).toBeGreaterThan(20);
  for (const spelling of spellings)
    expect([spelling, await verify(spelling)]).toEqual([spelling, { fault: 'signature' }]);
});

it('without keys every token is refused', async () => {
  const keys = createPublishedKeys({
    fetch: async () => Promise.reject(new Error('down')),
    clock: { now: () => NOW },
    failed: () => {},
  });
  const token = new Secret(await signToken(claims));
  expect(await verifyPersonToken(token, expected, await rules({ keys }))).toEqual({ fault: 'signature' });
});

it('keys that could not be read are read again a minute later, and not before', async () => {
  let [now, asked] = [NOW, 0];
  const keys = createPublishedKeys({
    fetch: async () => {
      asked += 1;
      return Promise.reject(new Error('down'));
    },
    clock: { now: () => now },
    failed: () => {},
  });
  await keys.named('people-1');
  await keys.named('people-1');
  now += MINUTE;
  await keys.named('people-1');
  expect(asked).toBe(2);
});
