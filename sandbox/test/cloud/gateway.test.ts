import { SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud, people } from '../../world.ts';
import {
  answerWith,
  appToken,
  expectAnswers,
  grantBody,
  ledger,
  listPath,
  production,
  type Running,
  startSandbox,
  useSandbox,
} from './support.ts';

const path = listPath('roleEligibilitySchedules', ledger);

const running = useSandbox();
const { get, request, send } = running;

/** A page of another host may reach this machine by DNS rebinding: its name is then in Host. */
test.each<[route: string, address: (running: Running) => string, method: string, usual: number]>([
  ['the API', ({ sandbox }) => `${sandbox.url}${path}`, 'GET', 200],
  ['the token endpoint', ({ sandbox }) => sandbox.tokenUrl, 'POST', 400],
  ['the translator', ({ sandbox }) => `${sandbox.url}/translate?api-version=3.0&to=de`, 'POST', 400],
  ['the sign-in page', ({ sandbox }) => sandbox.signInUrl, 'GET', 400],
])('%s refuses a Host that is not this machine', async (_, address, method, usual) => {
  const answers = ['localhost', 'rebound.example', '127.0.0.1.example'].map((host) =>
    answerWith(address(running), { method, headers: { authorization: appToken, host } }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([usual, 403, 403]);
});

test.each([
  ['', 'AuthenticationFailed'],
  ['Bearer', 'AuthenticationFailedInvalidHeader'],
  ['Bearer nonsense', 'InvalidAuthenticationToken'],
  ['Basic c2FuZGJveA==', 'AuthenticationFailedInvalidHeader'],
  ['sandbox-standing-token-app', 'AuthenticationFailedInvalidHeader'],
])(
  'the caller with the credential %j is refused with %s, by the gateway, before the path is read',
  async (authorization, code) => {
    const { status, headers, body } = await send('/nowhere', { headers: { authorization } });
    expect([status, body.error.code]).toEqual([401, code]);
    expect(headers.get('www-authenticate')).toContain('Bearer');
    expect(headers.get('x-vendor-failure-cause')).toBe('gateway');
  },
);

test('the caller of the public service has what the gateway refuses nested, also below a health path', async () => {
  const { get } = await startSandbox({ namespace: 'Microsoft' });
  const { status, headers, body } = await get(`${production}/providers/Microsoft.ResourceHealth/events`);
  expect([status, body.error.code]).toEqual([400, 'MissingApiVersionParameter']);
  expect(headers.get('x-ms-failure-cause')).toBe('gateway');
  expect(headers.get('x-ms-routing-request-id')).toMatch(/^[A-Z]+:/);
});

test('an empty api-version is a missing one, and an unsupported one is refused with the supported versions', async () => {
  const none = await get(path.replace(/\?.*/, '?api-version='));
  expect(none.body.error.code).toBe('MissingApiVersionParameter');
  expect((await get(path.replace('2020-10-01', '2019-01-01'))).body.error.message).toContain("'2020-10-01'");
});

test.each([
  ['other case', path.replace('/subscriptions', '/SUBSCRIPTIONS').replace('roleEligibility', 'ROLEeligibility')],
  ['another case of the namespace', path.replace('Vendor.', 'vendor.')],
  ['percent escapes', path.replace('rg-ledger', 'rg%2Dledger').replace('Vendor.', 'Vendor%2E')],
  ['a doubled leading slash', `/${path}`],
])('a path with %s leads to the same list', async (_what, written) => {
  expect(await running.all(written)).toEqual(await running.all(path));
});

test('a path that leads nowhere is refused', async () =>
  expectAnswers(running, {
    'an escaped slash': ['400 InvalidScope', path.replace('/resourceGroups', '%2FresourceGroups')],
    'a broken escape': ['400 InvalidRequestUri', path.replace('rg-ledger', 'rg%ledger')],
    'the other namespace': ['404 InvalidResourceType', path.replace('Vendor', 'Microsoft')],
    'an unknown collection': ['404 InvalidResourceType', path.replace('Schedules', 'Plans')],
    'an unknown subscription': ['404 SubscriptionNotFound', path.replace('/subscriptions/0', '/subscriptions/f')],
    'a malformed subscription id': ['400 InvalidSubscriptionId', path.replace('/subscriptions/0', '/subscriptions/x')],
    'an unreadable page token': ['400 InvalidSkipToken', `${path}&$skiptoken=7`],
  }));

test('a path with another method is refused with the documented method', async () => {
  const { status, headers } = await send(path, { method: 'DELETE' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
});

const error = { code: expect.any(String), message: expect.any(String) };
const nested = { error: expect.objectContaining(error) };
const flat = { ...error, details: expect.any(String) };
const share = `${ledger}/providers/Vendor.DataShare/accounts/${cloud.dataShare.account}`;
const events = '/providers/Vendor.ResourceHealth/events';
const group = `${ledger}/providers/Vendor.ContainerInstance/containerGroups/cg-new?api-version=2023-05-01`;
const refusals = [
  [400, {}, undefined],
  [401, { authorization: '' }, undefined],
  [429, {}, { kind: 'throttle' }],
  [500, {}, { kind: 'refuse', status: 500, code: 'InternalServerError' }],
  [503, {}, { kind: 'unavailable' }],
] as const;

test.each([
  ['container groups', 'PUT', group, nested],
  [
    'synchronizations',
    'POST',
    `${share}/shares/${cloud.dataShare.share}/listSynchronizations?api-version=2021-08-01`,
    nested,
  ],
  [
    'synchronization settings',
    'POST',
    `${share}/shareSubscriptions/${cloud.dataShare.shareSubscription}/listSourceShareSynchronizationSettings?api-version=2021-08-01`,
    nested,
  ],
  [
    'health events of a resource',
    'GET',
    `${ledger}/providers/Vendor.KeyVault/vaults/kv-ledger${events}?api-version=2025-05-01`,
    flat,
  ],
  ['health events of a subscription', 'GET', `${production}${events}?api-version=2025-04-01`, flat],
])('the body of an error has the documented form for every status: %s', async (_, method, address, form) => {
  for (const [status, headers, fault] of refusals) {
    if (fault) running.sandbox.faults.set({ ...fault, count: 1 });
    const target = status === 400 ? address.replace(/\?.*/, '') : address;
    const answer = await send(target, { method, headers, ...(method === 'PUT' ? { body: {} } : {}) });
    expect([answer.status, answer.body]).toEqual([status, form]);
  }
});

test.each([
  ['Vendor', 'x-vendor-'],
  ['Microsoft', 'x-ms-'],
] as const)('the namespace %s has response headers that begin with %s', async (namespace, prefix) => {
  const { send } = await startSandbox({ namespace });
  const correlation = `${prefix}correlation-request-id`;
  const { status, headers } = await send(path.replace('Vendor', namespace), { headers: { [correlation]: 'turn-7' } });
  expect([status, headers.get(correlation), headers.get(`${prefix}ratelimit-remaining-subscription-reads`)]).toEqual([
    200,
    'turn-7',
    '249',
  ]);
  expect(headers.get(`${prefix}request-id`)).toMatch(/^[0-9a-f-]{36}$/);
});

test('the address of the next page has the Host and the query of the request', async () => {
  const { port } = new URL(running.sandbox.url);
  const headers = { host: `localhost:${port}`, authorization: appToken };
  const address = `${running.sandbox.url}${production}${path.slice(ledger.length)}&$filter=atScope()`;
  const { text } = await answerWith(address, { headers });
  const { nextLink } = JSON.parse(text) as { nextLink: string };
  const expected = `http://localhost:${port}${production}/providers/Vendor.Authorization/roleEligibilitySchedules?api-version=2020-10-01&$filter=atScope()&$skipToken=`;
  expect(nextLink.slice(0, expected.length)).toBe(expected);
});

test('only a page with more items after it has a nextLink', async () => {
  const linked = async () => (await get(`${path}&$filter=atScope()`)).body.nextLink !== undefined;
  for (const person of [people.ana, people.bo, people.cy]) await request(grantBody({ principal: person.objectId }));
  const full = await linked();
  await request(grantBody({ principal: people.di.objectId }));
  expect([full, await linked()]).toEqual([false, true]);
});

test('reads beyond the rate limit are refused until Retry-After is over', async () => {
  for (let count = 0; count < 250; count += 1) await running.get(path);
  const refused = await running.get(path);
  running.time.advance(Number(refused.headers.get('retry-after')) * SECOND);
  expect([refused.status, (await running.get(path)).status]).toEqual([429, 200]);
});
