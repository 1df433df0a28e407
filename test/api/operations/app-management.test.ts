import { z } from 'zod';
import { createVendorClient, type VendorClient } from '../../../src/api/client.ts';
import { defineOperation } from '../../../src/api/operation.ts';
import { decodeAppManagementError, getUserProfile, removeAppUser } from '../../../src/api/operations/app-management.ts';
import { createHttp, type Http } from '../../../src/http/http.ts';
import { mailboxOf, readEmail } from '../../../src/lib/email.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { nock, strictNock } from '../../support/strict-nock.ts';
import { errorOf } from '../client-fixture.ts';

const base = 'https://apps.example';
const token = 's3cret-api-token';
const app = { ownerName: 'northwind-payments', appName: 'wallet-ios' };
const path = '/v0.1/apps/northwind-payments/wallet-ios/users/tess%2Bios%40contoso.example';
const input = { ...app, userEmail: 'tess+ios@contoso.example' };

strictNock();

let client: VendorClient;
let http: Http;
let lines: string[];

beforeEach(() => {
  const clock = createManualClock();
  lines = [];
  const log = createLogger('debug', { write: (line) => lines.push(line) });
  http = createHttp({ clock, log, random: () => 0, wait: async (ms) => clock.advance(ms) });
  const settings = { namespace: 'Vendor', appManagement: { baseUrl: base, token: new Secret(token) } } as const;
  const ids = { guid: () => '00000000-0000-4000-8000-000000000001', opaque: () => 'opaque' };
  client = createVendorClient({ http, settings, clock, ids, log });
});

afterEach(() => http.close());

const vendor = () => nock(base, { reqheaders: { 'x-api-token': token, accept: 'application/json' } });

const refuses = (status: number, body: nock.Body) => vendor().delete(path).reply(status, body);

test('a POST without a body goes out with an empty JSON object (document 3, Endpoints 2)', async () => {
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
    section: 'document 3, Endpoints 2',
    answer: z.unknown(),
    parts: (_nothing: object) => ({ path: {} }),
  });
  const sent: unknown[] = [];
  nock(base, { reqheaders: { 'content-type': /^application\/json/ } })
    .post('/v0.1/test', (body) => sent.push(body) > 0)
    .reply(200, {});
  await client.call(post, {});
  expect(sent).toEqual([{}]);
});

test('neither operation has a body, or a version in its query', () => {
  const frozen = [client.freeze(getUserProfile, {}), client.freeze(removeAppUser, input)];
  expect(frozen.map(({ body, query }) => [body, query])).toEqual([
    [null, ''],
    [null, ''],
  ]);
});

test('the profile is read in any case, with what it may leave out left out', async () => {
  vendor()
    .get('/v0.1/user')
    .reply(200, { ID: '7', Email: 'ana@northwind.example', name: 'ana', avatar_url: null, more: 1 });
  expect(await client.call(getUserProfile, {})).toEqual({ id: '7', email: 'ana@northwind.example', name: 'ana' });
});

test('a removal whose answer was lost is repeated with the same bytes', async () => {
  vendor()
    .delete(path)
    .replyWithError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  vendor().delete(path).reply(204);
  expect(await client.call(removeAppUser, input)).toBeUndefined();
});

test('a frozen removal is sent as it was stored, and a lost answer is told and not repeated', async () => {
  const frozen = client.freeze(removeAppUser, input);
  vendor()
    .delete(path)
    .replyWithError(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
  const lost = await errorOf(client.callFrozen(frozen));
  refuses(404, { error: { code: 'NotFound', message: 'no such user' } });
  const gone = await errorOf(client.callFrozen(frozen));
  expect([lost.arrived, gone.textKey]).toEqual(['maybe', 'vendor.appManagement.notFound']);
});

test.each([
  [400, 'BadRequest', 'badRequest'],
  [401, 'Unauthorized', 'unauthorized'],
  [403, 'Unauthorized', 'unauthorized'],
  [403, 'Forbidden', 'forbidden'],
  [403, '', 'forbidden'],
  [404, 'NotFound', 'notFound'],
  [404, 'notfound', 'notFound'],
  [406, 'NotAcceptable', 'notAcceptable'],
  [409, 'Conflict', 'conflict'],
  [411, '', 'lengthRequired'],
  [404, '', 'retired'],
  [410, 'Gone', 'retired'],
  [410, 'NotFound', 'retired'],
] as const)('%i %j has its own remedy: %s', async (status, code, name) => {
  refuses(status, code === '' ? '<html>no such page</html>' : { error: { code, message: 'so it is' } });
  const error = await errorOf(client.call(removeAppUser, input));
  const words = loadTexts().for('en').plain(error.textKey, error.values);
  expect([error.textKey, error.retryable]).toEqual([`vendor.appManagement.${name}`, false]);
  expect(words).toContain(code === '' ? `HTTP ${status}` : code);
});

test('a service that was retired is said to be, with both dates', async () => {
  refuses(410, '');
  const error = await errorOf(client.call(removeAppUser, input));
  const words = loadTexts().for('en').plain(error.textKey, error.values);
  expect(words).toMatch(/31 March 2025.*30 June 2026/);
});

test('InternalServerError may pass, and is told as such after its repeats', async () => {
  vendor()
    .delete(path)
    .times(4)
    .reply(500, { error: { code: 'InternalServerError', message: 'sorry' } });
  const error = await errorOf(client.call(removeAppUser, input));
  expect([error.textKey, error.retryable, error.arrived]).toEqual(['vendor.error.unavailable', true, 'maybe']);
});

test('the token stands in no log line and in no error', async () => {
  refuses(401, { error: { code: 'Unauthorized', message: 'unknown' } });
  const error = await errorOf(client.call(removeAppUser, input));
  expect(JSON.stringify([lines, error, error.stack, error.values])).not.toContain(token);
});

test.each([
  ['no address', { ...input, userEmail: 'tess' }],
  ['an address with a slash', { ...input, userEmail: 'tess/../max@contoso.example' }],
  ['an address with an escape', { ...input, userEmail: 'tess%2fmax@contoso.example' }],
  ['an owner of two segments', { ...input, ownerName: 'a/b' }],
  ['an app that climbs', { ...input, appName: '..' }],
  ['an empty app', { ...input, appName: '' }],
])('%s is refused before anything is sent', (_what, wrong) => {
  expect(() => client.freeze(removeAppUser, wrong)).toThrow(RangeError);
});

test('where the service is not set up, that is told before anything is asked', async () => {
  const clock = createManualClock();
  const log = createLogger('silent');
  const none = createVendorClient({
    http,
    settings: { namespace: 'Vendor' },
    clock,
    ids: { guid: () => '', opaque: () => '' },
    log,
  });
  expect(() => none.requireService(removeAppUser)).toThrow(expect.objectContaining({ code: 'Vendor.NotSetUp' }));
  expect(() => client.requireService(removeAppUser)).not.toThrow();
});

test.each([
  ['ana@northwind.example', 'ana@northwind.example'],
  [' <Ana+x@northwind.example> ', 'Ana+x@northwind.example'],
  ['mailto:ana@northwind.example', 'ana@northwind.example'],
  ['ana@münchen.example', 'ana@münchen.example'],
  ['ana@northwind', undefined],
  ['ana@northwind.', undefined],
  ['ana@northwind..example', undefined],
  ['@northwind.example', undefined],
  ['ana@@northwind.example', undefined],
  ['ana northwind@x.example', undefined],
  ['a@b.c, d@e.f', undefined],
  ['ana\u202e@northwind.example', undefined],
  [`${'a'.repeat(250)}@b.cd`, undefined],
  ['', undefined],
])('%j is read as the address %j', (text, email) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  ['ANA@Northwind.example', 'ana@northwind.example'],
  ['ana+ios@northwind.example', 'ana@northwind.example'],
  ['ana+a+b@northwind.example', 'ana@northwind.example'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
