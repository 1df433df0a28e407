import { join } from 'node:path';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import { HOUR, MINUTE, SECOND } from '../../../../src/platform/lib/clock.ts';
import { folderPerTest } from '../../../../test/support/temp-folder.ts';
import { people, sandboxBot, tenantId } from '../../../world.ts';
import {
  grantBody,
  ledger,
  listPath,
  type Running,
  requestPath,
  start,
  startSandbox,
  stop,
  useSandbox,
} from '../support.ts';
import { asking, type Change, createBrowser, open, REDIRECT, redeem, signIn } from './program.ts';

const folder = folderPerTest();
const running = useSandbox();

const seconds = (ms: number): number => Math.floor(ms / SECOND);

/** The claims of a token, checked as a program checks it: with what the service publishes. */
const verified = async ({ sandbox, time }: Running, token: string, audience: string) => {
  const json = async (url: string): Promise<Record<string, string>> =>
    (await (await fetch(url)).json()) as Record<string, string>;
  const { jwks_uri = '', issuer = '' } = await json(`${sandbox.authority}/v2.0/.well-known/openid-configuration`);
  const keys = createLocalJWKSet((await json(jwks_uri)) as unknown as JSONWebKeySet);
  const { payload } = await jwtVerify(token, keys, { issuer, audience, currentDate: new Date(time.now()) });
  return payload;
};

const codeOf = async (running: Running, person: string, change: Change = {}) =>
  (await signIn(running, person, change))['code'];

test('the code flow signs a person in: the redirect has code and state, and the ID token says who and when', async () => {
  const values = await signIn(running, 'bo');
  running.time.advance(MINUTE);
  const { status, body } = await redeem(running, values['code']);
  expect([status, values['state'], body.client_info]).toEqual([200, 'a&b "c" <d>', undefined]);
  const claims = await verified(running, body.id_token, sandboxBot.appId);
  expect(claims).toMatchObject({
    iss: `${running.sandbox.url}/${tenantId}/v2.0`,
    oid: people.bo.objectId,
    tid: tenantId,
    nonce: 'nonce-1',
    preferred_username: people.bo.email,
    auth_time: seconds(start),
    iat: seconds(start + MINUTE),
    exp: seconds(start + MINUTE + HOUR),
    ver: '2.0',
  });
  expect(claims).not.toHaveProperty('acrs');
});

test('the code flow names the context that was asked for, after a second factor, and the account where that is asked for', async () => {
  const code = await codeOf(running, 'ana', { claims: asking('c1') });
  const { body } = await redeem(running, code, { client_info: '1' });
  const account = JSON.parse(Buffer.from(body.client_info ?? '', 'base64url').toString());
  expect(account).toEqual({ uid: people.ana.objectId, utid: tenantId });
  expect(decodeJwt(body.id_token)['acrs']).toEqual(['c1']);
});

test('the code flow gives a token for the management service that speaks for the person', async () => {
  const scope = `openid ${running.sandbox.url}/user_impersonation`;
  const { body } = await redeem(running, await codeOf(running, 'cy', { scope }));
  const claims = await verified(running, body.access_token, running.sandbox.url);
  expect(claims).toMatchObject({ oid: people.cy.objectId, scp: 'user_impersonation', azp: sandboxBot.appId });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const read = await running.send(listPath('roleEligibilitySchedules'), { headers });
  running.time.advance(HOUR);
  const later = await running.send(listPath('roleEligibilitySchedules'), { headers });
  expect([read.status, later.status, later.body.error.code]).toEqual([200, 401, 'ExpiredAuthenticationToken']);
});

test('the code flow gives no token that the management service takes where it was not asked for', async () => {
  const { body } = await redeem(running, await codeOf(running, 'cy'));
  for (const token of [body.access_token, body.id_token]) {
    const path = requestPath('00000000-0000-4000-8000-0000000000aa', ledger);
    const sent = { method: 'PUT', body: grantBody(), headers: { authorization: `Bearer ${token}` } };
    expect((await running.send(path, sent)).body.error.code).toBe('InvalidAuthenticationToken');
  }
});

test('the code flow keeps key and codes over a restart', async () => {
  const store = `sqlite:${join(folder(), 'vendor.db')}`;
  const before = await startSandbox({ store });
  const code = await codeOf(before, 'bo');
  await stop(before);
  const { status, body } = await redeem(await startSandbox({ store }), code);
  expect([status, decodeJwt(body.id_token)['oid']]).toEqual([200, people.bo.objectId]);
});

test('a code can be redeemed once', async () => {
  const code = await codeOf(running, 'bo');
  const answers = [await redeem(running, code), await redeem(running, code)];
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expect([answers[1]?.body.error, answers[1]?.body.error_codes]).toEqual(['invalid_grant', [54005]]);
});

test('a code is redeemed once by two programs at the same time', async () => {
  const code = await codeOf(running, 'bo');
  const answers = await Promise.all([redeem(running, code), redeem(running, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a code ends after ten minutes', async () => {
  const code = await codeOf(running, 'bo');
  running.time.advance(10 * MINUTE);
  expect((await redeem(running, code)).body).toMatchObject({ error: 'invalid_grant', error_codes: [70008] });
});

test.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant', 501481],
  ['no verifier', { code_verifier: undefined }, 400, 'invalid_grant', 501481],
  ['another address', { redirect_uri: 'http://127.0.0.1:5006/sign-in/callback' }, 400, 'invalid_client', 500112],
  ['no address', { redirect_uri: undefined }, 400, 'invalid_request', 900144],
  ['another code', { code: '1.other' }, 400, 'invalid_grant', 9002313],
  ['no code', { code: undefined }, 400, 'invalid_request', 900144],
  ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
  ['no secret', { client_secret: undefined }, 401, 'invalid_client', 7000216],
  ['an unknown program', { client_id: tenantId }, 400, 'unauthorized_client', 700016],
] as const)('a code is refused with %s, and is good afterwards', async (_what, change, status, error, number) => {
  const code = await codeOf(running, 'bo');
  const refused = await redeem(running, code, change);
  expect([refused.status, refused.body.error, refused.body.error_codes]).toEqual([status, error, [number]]);
  expect(refused.body.error_description).toContain(`AADSTS${number}: `);
  expect((await redeem(running, code)).status).toBe(200);
});

test('a code of another program is refused', async () => {
  const { id, secret } = running.sandbox.client;
  const code = await codeOf(running, 'bo', { client_id: id });
  expect((await redeem(running, code)).body).toMatchObject({ error: 'invalid_grant', error_codes: [70000] });
  expect((await redeem(running, code, { client_id: id, client_secret: secret })).status).toBe(200);
});

test.each([
  ['an unknown program', { client_id: tenantId }, 700016],
  ['no program', { client_id: undefined }, 900144],
  ['an address that is not registered', { redirect_uri: 'http://127.0.0.1:5005/elsewhere' }, 50011],
  ['an address elsewhere', { redirect_uri: 'https://elsewhere.example/sign-in/callback' }, 50011],
  ['an address with a query', { redirect_uri: `${REDIRECT}?next=1` }, 50011],
  ['an address with a user', { redirect_uri: 'http://me@127.0.0.1:5005/sign-in/callback' }, 50011],
  ['no address', { redirect_uri: undefined }, 900144],
])('a program’s request with %s is refused on the page, without a redirect', async (_what, change, number) => {
  const page = await open(createBrowser(), running, change);
  expect([page.status, page.location]).toEqual([400, undefined]);
  expect(page.html).toContain(`AADSTS${number}: `);
});

test.each([
  ['an unknown scope', { scope: 'openid everything' }, 'invalid_scope'],
  ['two services', { scope: 'https://a.example/.default https://b.example/.default' }, 'invalid_scope'],
  ['no scope', { scope: undefined }, 'invalid_request'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'maybe' }, 'invalid_request'],
  ['claims that are no JSON', { claims: '{' }, 'invalid_request'],
  ['a context that does not exist', { claims: asking('c100') }, 'invalid_request'],
  ['prompt=none and no session', { prompt: 'none' }, 'login_required'],
])('a program’s request with %s leads back with the error', async (_what, change, error) => {
  const { status, location } = await open(createBrowser(), running, change);
  expect([status, location?.address]).toEqual([302, REDIRECT]);
  expect(location?.values).toMatchObject({
    error,
    state: 'a&b "c" <d>',
    error_description: expect.stringMatching(/^AADSTS\d+: /),
  });
});

test('what the service publishes names its addresses, which are its own', async () => {
  const answer = await fetch(`${running.sandbox.authority}/v2.0/.well-known/openid-configuration`);
  expect(await answer.json()).toMatchObject({
    issuer: `${running.sandbox.authority}/v2.0`,
    authorization_endpoint: running.sandbox.signInUrl,
    token_endpoint: running.sandbox.tokenUrl,
    jwks_uri: `${running.sandbox.authority}/discovery/v2.0/keys`,
  });
});

test('what the service publishes has no private part of the key', async () => {
  const { keys } = (await (await fetch(`${running.sandbox.authority}/discovery/v2.0/keys`)).json()) as JSONWebKeySet;
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
});
