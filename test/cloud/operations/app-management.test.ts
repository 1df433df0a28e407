import { z } from 'zod';
import { defineOperation } from '#cloud/operation.ts';
import { decodeAppManagementError, getUserProfile, removeAppUser } from '#cloud/operations/app-management.ts';
import { mailboxOf, readEmail } from '#platform/lib/email.ts';
import { Secret } from '#platform/lib/secret.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../../fixtures/cloud/operations/app-management.json' with { type: 'json' };
import emails from '../../fixtures/email-addresses.json' with { type: 'json' };
import { nock } from '../../support/strict-nock.ts';
import { benchPerTest, createClientBench, errorOf } from '../client-fixture.ts';

const base = 'https://apps.example';
const token = 's3cret-api-token';
const app = { ownerName: 'northwind-payments', appName: 'wallet-ios' };
const path = '/v0.1/apps/northwind-payments/wallet-ios/users/tess%2Bios%40contoso.example';
const input = { ...app, userEmail: 'tess+ios@contoso.example' };

const settings = { namespace: 'Vendor', appManagement: { baseUrl: base, token: new Secret(token) } } as const;
const bench = benchPerTest({ settings });

const vendor = () => nock(base, { reqheaders: { 'x-api-token': token, accept: 'application/json' } });

const refuses = (status: number, body: nock.Body) => vendor().delete(path).reply(status, body);

test('a POST without a body is sent with an empty JSON object (docs/sources.md, App management)', async () => {
  const post = defineOperation({
    id: 'postForTheTest',
    kind: 'single',
    method: 'POST',
    path: '/v0.1/test',
    version: 'v0.1',
    credential: 'appManagement',
    success: [200],
    retry: 'none',
    decodeError: decodeAppManagementError,
    section: 'App management',
    answer: z.unknown(),
    parts: (_nothing: object) => ({ path: {} }),
  });
  const sent: unknown[] = [];
  nock(base, { reqheaders: { 'content-type': /^application\/json/ } })
    .post('/v0.1/test', (body) => sent.push(body) > 0)
    .reply(200, {});
  await bench.client.call(post, {});
  expect(sent).toEqual([{}]);
});

test('both operations have no body and no api-version', () => {
  const frozen = [bench.client.freeze(getUserProfile, {}), bench.client.freeze(removeAppUser, input)];
  expect(frozen.map(({ body, query }) => [body, query])).toEqual([
    [null, ''],
    [null, ''],
  ]);
});

test('a profile is read with field names in any case and without optional fields', async () => {
  vendor()
    .get('/v0.1/user')
    .reply(200, { ID: '7', Email: 'ana@northwind.example', name: 'ana', avatar_url: null, more: 1 });
  expect(await bench.client.call(getUserProfile, {})).toEqual({ id: '7', email: 'ana@northwind.example', name: 'ana' });
});

test('a removal without an answer is repeated', async () => {
  vendor()
    .delete(path)
    .replyWithError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  vendor().delete(path).reply(204);
  expect(await bench.client.call(removeAppUser, input)).toBeUndefined();
});

test('a frozen removal without an answer is not repeated and may have arrived', async () => {
  const frozen = bench.client.freeze(removeAppUser, input);
  vendor()
    .delete(path)
    .replyWithError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  const lost = await errorOf(bench.client.callFrozen(frozen));
  refuses(404, { error: { code: 'NotFound', message: 'no such user' } });
  const gone = await errorOf(bench.client.callFrozen(frozen));
  expect([lost.arrived, gone.textKey]).toEqual(['maybe', 'vendor.appManagement.notFound']);
});

test.each(cases.errors)('the error $status $code has the text $name, with a remedy', async ({ status, code, name }) => {
  refuses(status, code === '' ? '<html>no such page</html>' : { error: { code, message: 'so it is' } });
  const error = await errorOf(bench.client.call(removeAppUser, input));
  const words = loadTexts().for('en').plain(error.textKey, error.values);
  expect([error.textKey, error.retryable]).toEqual([`vendor.appManagement.${name}`, false]);
  expect(error.values.code).toBe(code === '' ? `HTTP ${status}` : code);
  expect(words).toMatch(/Ask Steward’s operators|Check |ask Steward’s operators/);
});

test('the text for a retired service has both dates', async () => {
  refuses(410, '');
  const error = await errorOf(bench.client.call(removeAppUser, input));
  const words = loadTexts().for('en').plain(error.textKey, error.values);
  expect(words).toMatch(/31 March 2025.*30 June 2026/);
});

test('InternalServerError is repeated and then reported as retryable', async () => {
  vendor()
    .delete(path)
    .times(4)
    .reply(500, { error: { code: 'InternalServerError', message: 'sorry' } });
  const error = await errorOf(bench.client.call(removeAppUser, input));
  expect([error.textKey, error.retryable, error.arrived]).toEqual(['vendor.error.unavailable', true, 'maybe']);
});

test('no log line and no error contains the token', async () => {
  refuses(401, { error: { code: 'Unauthorized', message: 'unknown' } });
  const error = await errorOf(bench.client.call(removeAppUser, input));
  expect(JSON.stringify([bench.lines, error, error.stack, error.values])).not.toContain(token);
});

test.each([
  ['no address', { ...input, userEmail: 'tess' }],
  ['an address with a slash', { ...input, userEmail: 'tess/../max@contoso.example' }],
  ['an address with an escape', { ...input, userEmail: 'tess%2fmax@contoso.example' }],
  ['an owner of two segments', { ...input, ownerName: 'a/b' }],
  ['an app name with dots', { ...input, appName: '..' }],
  ['an empty app', { ...input, appName: '' }],
])('%s is refused before a request is sent', (_what, wrong) => {
  expect(() => bench.client.freeze(removeAppUser, wrong)).toThrow(RangeError);
});

test('a client without the settings of the service refuses its operations at once', async () => {
  const { client, http } = createClientBench({ settings: { namespace: 'Vendor' } });
  await http.close();
  expect(() => client.requireService(removeAppUser)).toThrow(expect.objectContaining({ code: 'Vendor.NotSetUp' }));
  expect(() => bench.client.requireService(removeAppUser)).not.toThrow();
});

test.each(emails)('the text $text is parsed as the address $email', ({ text, email }) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  ['ANA@Northwind.example', 'ana@northwind.example'],
  ['ana+ios@northwind.example', 'ana@northwind.example'],
  ['ana+a+b@northwind.example', 'ana@northwind.example'],
])('the address %s has the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
