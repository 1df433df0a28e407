import { cloud } from '../../world.ts';
import {
  grantBody,
  ledger,
  listPath,
  production,
  type Reply,
  readerToken,
  requestName,
  requestPath,
  startSandbox,
  useSandbox,
} from './support.ts';

const path = listPath('roleEligibilitySchedules', ledger);
const subscription = cloud.subscriptions.production.id;
const transactions = `/providers/Vendor.Billing/billingAccounts/${cloud.billing.account}/invoices/G000000001/transactions?api-version=2024-04-01`;

const running = useSandbox();
const { get, send } = running;

const unknown = 'ffffffff-7c3e-4b59-9a41-5e2f8b7c1d01';
const vault = `${ledger}/providers/Vendor.KeyVault/vaults/kv-nowhere`;
/** Others have recorded these sentences from the public service (service.md, section 4). */
test.each([
  ['subscription', path.replaceAll(subscription, unknown), `The subscription '${unknown}' could not be found.`],
  ['resource group', path.replace('rg-ledger', 'rg-nowhere'), "Resource group 'rg-nowhere' could not be found."],
  [
    'resource',
    listPath('roleEligibilitySchedules', vault),
    "The Resource 'Vendor.KeyVault/vaults/kv-nowhere' under resource group 'rg-ledger' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
  ],
])('the words of a refusal are the public service’s for an unknown %s', async (_, address, message) => {
  expect((await get(address)).body.error.message).toBe(message);
});

test('the words of a refusal are the public service’s for a caller without the right: the scope, and that an access may be too new', async () => {
  const headers = { authorization: readerToken };
  const { message } = (await send(transactions, { headers })).body.error;
  expect(message).toContain(
    `over scope '${transactions.split('?')[0]}' or the scope is invalid. If access was recently granted`,
  );
});

test('the words of a refusal are the public service’s for a throttled caller, of a subscription or of the tenant, by the gateway of the public cloud', async () => {
  const { get, sandbox } = await startSandbox({ namespace: 'Microsoft' });
  sandbox.faults.set({ kind: 'throttle', retryAfter: 17, count: 2 });
  const { status, headers, body } = await get(path.replace('Vendor', 'Microsoft'));
  const outside = await get(transactions.replace('Vendor', 'Microsoft'));
  expect(body.error).toEqual({
    code: 'SubscriptionRequestsThrottled',
    message: `Number of 'read' requests for subscription '${subscription}' actor '${cloud.botPrincipal.id}' exceeded. Please try again after '17' seconds after additional tokens are available. Refer to https://aka.ms/arm-throttling for additional information.`,
  });
  expect(outside.body.error.code).toBe('TenantRequestsThrottled');
  expect([status, headers.get('retry-after'), headers.get('x-ms-failure-cause')]).toEqual([429, '17', 'gateway']);
});

const left = 'x-ms-ratelimit-remaining-subscription-reads';
test.each([
  ['of one operation, by its name', { operation: 'listEligibilitySchedules' }, 'TooManyRequests', '11998', null],
  ['of the provider', { width: 'provider' }, 'TooManyRequests', '11998', '17'],
  ['of the subscription’s reads', {}, 'SubscriptionRequestsThrottled', '0', null],
] as const)('a throttle is as wide as it says %s', async (_, fault, code, reads, provider) => {
  const { get, sandbox } = await startSandbox({ namespace: 'Microsoft' });
  sandbox.faults.set({ kind: 'throttle', retryAfter: 17, ...fault });
  const { headers, body } = await get(path.replace('Vendor', 'Microsoft'));
  const own = headers.get('x-ms-ratelimit-microsoft.authorization-tenant-retry-after');
  expect([body.error.code, headers.get(left), own]).toEqual([code, reads, provider]);
});

test.each([
  ['milliseconds', 'retry-after-ms', '17000'],
  ['limit', 'x-ms-ratelimit-microsoft.consumption-entity-retry-after', '17'],
] as const)('a throttle is as wide as it says in the header of %s alone', async (as, name, said) => {
  running.sandbox.faults.set({ kind: 'throttle', retryAfter: 17, as });
  const { headers } = await get(path);
  expect([headers.get(name), headers.get('retry-after')]).toEqual([said, null]);
});

test('a version that a provider does not know is refused in the public cloud with those that it knows', async () => {
  const { get } = await startSandbox({ namespace: 'Microsoft' });
  const asked = path.replace('Vendor', 'Microsoft').replace(/api-version=[\d-]+/, 'api-version=2030-01-01');
  const { status, body } = await get(asked);
  expect([status, body.error.code]).toEqual([400, 'NoRegisteredProviderFound']);
  expect(body.error.message).toMatch(
    /^No registered resource provider found for location '\w+' and API version '2030-01-01' for type 'roleEligibilitySchedules'\. The supported api-versions are '2020-10-01'\. The supported locations are '/,
  );
});

test('an alias without a display name is refused in the public cloud, also for an existing subscription', async () => {
  const { send } = await startSandbox({ namespace: 'Microsoft' });
  const alias = '/providers/Microsoft.Subscription/aliases/a?api-version=2021-10-01';
  const { status, body } = await send(alias, { method: 'PUT', body: { properties: { subscriptionId: subscription } } });
  expect([status, body.error.code]).toEqual([400, 'MissingParameter']);
});

test('the headers of an answer are the public service’s, with the caller’s own id where it is asked for', async () => {
  const { send } = await startSandbox({ namespace: 'Microsoft' });
  const asked = { 'x-ms-client-request-id': 'mine', 'x-ms-return-client-request-id': 'true' };
  const { headers } = await send(path.replace('Vendor', 'Microsoft'), { headers: asked });
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-cache',
    'strict-transport-security': expect.stringContaining('max-age='),
    'x-content-type-options': 'nosniff',
    'x-ms-client-request-id': 'mine',
    'x-ms-routing-request-id': expect.stringMatching(/^[A-Z]+:/),
  });
});

const refused = async (body: unknown): Promise<Reply['body']['error']> => {
  return (await send(requestPath(requestName, ledger), { method: 'PUT', body })).body.error;
};
const unreadable = (fault: string) => ({
  code: 'InvalidRequestContent',
  message: `The request content was invalid and could not be deserialized: '${fault}'.`,
});

test.each([
  [
    'a missing field',
    { PrincipalId: undefined },
    "Required property 'PrincipalId' not found in JSON. Path 'Properties'.",
  ],
  [
    'an unknown word',
    { RequestType: 'canary' },
    "The value is none of 'AdminAssign, AdminRemove'. Path 'Properties.RequestType'.",
  ],
  [
    'another type',
    { roledefinitionid: 7, RoleDefinitionId: undefined },
    "The value is no string. Path 'Properties.RoleDefinitionId'.",
  ],
  [
    'a text of another form',
    { PrincipalId: 'canary' },
    "The value is not valid: not a GUID. Path 'Properties.PrincipalId'.",
  ],
])(
  'an unreadable body is refused with one sentence, in the document’s spelling, without a value: %s',
  async (_, change, fault) => {
    const error = await refused(grantBody({}, change));
    expect(error).toEqual(unreadable(fault));
    expect(error.message).not.toContain('canary');
  },
);

test('a request without a body is refused with a text that asks for one', async () => {
  expect(await refused(undefined)).toEqual(unreadable('A non-empty request body is required.'));
});

test('a body with several faults is refused for the first one', async () => {
  const { message } = await refused({ properties: {} });
  expect(message.split("'")[2]).toBe('RoleDefinitionId');
});

test('a page token of one list is refused by another', async () => {
  const all = listPath('roleEligibilitySchedules', production);
  const { nextLink = '' } = (await get(all)).body;
  const token = new URL(nextLink).searchParams.get('$skipToken') ?? '';
  const other = await get(`${listPath('roleEligibilityScheduleInstances', production)}&$skipToken=${token}`);
  const same = await get(`${all.replace('/subscriptions', '//Subscriptions')}&$skipToken=${token}`);
  expect([other.status, other.body.error.code, same.status]).toEqual([400, 'InvalidSkipToken', 200]);
});

const members = `/v1.0/groups/${cloud.groups.paymentsTeam.id}/transitiveMembers`;
test.each([
  ['?$skiptoken=bm90aGluZw', 'Directory_ExpiredPageToken'],
  ['?$skiptoken=', 'Directory_ExpiredPageToken'],
  ['?$select=id,colour', 'BadRequest'],
])('the directory refuses %s with %s', async (query, code) => {
  const { status, body } = await get(members + query);
  expect([status, body.error.code]).toEqual([400, code]);
});

test('a link to the directory’s next page has no empty part', async () => {
  const { body } = await get(`${members}?&$select=ID,jobTitle&$top=1`);
  expect(body.value.map(Object.keys)).toEqual([['@odata.type', 'id']]);
  expect(Reflect.get(body, '@odata.nextLink')).toContain(
    `${running.sandbox.url}${members}?$select=ID,jobTitle&$top=1&$skip`,
  );
});
