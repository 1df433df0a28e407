import { DAY, iso, SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud, people, tenantId } from '../../world.ts';
import {
  aliasPath,
  asked,
  billing,
  billingScope,
  managementGroupId,
  put,
  root,
  subscriptions,
  version,
  wanted,
} from './subscriptions-support.ts';
import { expectAnswers, type Row, readerToken, start, startSandbox, useSharedSandbox } from './support.ts';

/** For tests that change nothing. */
const still = useSharedSandbox();

const acceptPath = (id: string): string => `${root}/subscriptions/${id}/acceptOwnership`;

test('PUT of an alias that is new gets 201, Accepted and Pending, and every documented field', async () => {
  const additionalProperties = {
    managementGroupId,
    subscriptionTenantId: tenantId,
    subscriptionOwnerId: people.bo.objectId,
    tags: { team: 'payments' },
  };
  const { status: code, body } = await put(await startSandbox(), {
    ...{ ...wanted, resellerId: '6128817' },
    additionalProperties,
  });
  expect(code).toBe(201);
  const by = { createdBy: cloud.botPrincipal.id, createdByType: 'Application', createdAt: expect.any(String) };
  expect(body).toMatchObject({
    id: `${root}/aliases/recovery`,
    name: 'recovery',
    type: 'Vendor.Subscription/aliases',
    systemData: by,
    properties: {
      ...wanted,
      subscriptionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      provisioningState: 'Accepted',
      acceptOwnershipState: 'Pending',
      acceptOwnershipUrl: expect.stringMatching(/^https:/),
      createdTime: iso(start),
      resellerId: '6128817',
      subscriptionOwnerId: people.bo.objectId,
      managementGroupId,
      tags: { team: 'payments' },
    },
  });
});

test.each([
  ['customer-led and field-led', billingScope],
  ['partner-led', `/billingAccounts/${billing.partnerAccount}/customers/${billing.customer}`],
  ['enterprise', `/billingAccounts/${billing.enterpriseAccount}/enrollmentAccounts/${billing.enrollmentAccount}`],
])('PUT of an alias accepts the billing scope of a %s agreement and returns it unchanged', async (_, scope) => {
  const { status: code, body } = await put(await startSandbox(), { ...wanted, billingScope: scope });
  expect([code, body.properties['billingScope']]).toEqual([201, scope]);
});

test('PUT of an alias that cannot be read is refused', async () => {
  const asking = (change: object) => ({ body: { properties: { ...wanted, ...change } } });
  const changed = (change: object): Row => ['400 InvalidRequestContent', aliasPath('recovery'), asking(change)];
  const scopes = [`/billingAccounts/${billing.account}`, `${billingScope}/more`, '/subscriptions/x', 'nonsense'];
  const rows: Record<string, Row> = {
    'a backslash in the name': ['400 InvalidAliasName', aliasPath('a%5Cb'), asking({})],
    'another workload': changed({ workload: 'Test' }),
    'no display name': changed({ displayName: undefined }),
    'no workload': changed({ workload: undefined }),
    'no billing scope': changed({ billingScope: undefined }),
    'an empty billing scope': changed({ billingScope: '' }),
    'a tag that is no text': changed({ additionalProperties: { tags: { team: 7 } } }),
    'a tenant that is no GUID': changed({ additionalProperties: { subscriptionTenantId: 'northwind' } }),
    'the reader’s token': [
      '403 AuthorizationFailed',
      aliasPath('recovery'),
      { ...asking({}), headers: { authorization: readerToken } },
    ],
  };
  for (const scope of scopes)
    rows[`the billing scope “${scope}”`] = [
      '400 InvalidBillingScope',
      aliasPath('recovery'),
      asking({ billingScope: scope }),
    ];
  await expectAnswers(still, rows, { method: 'PUT' });
});

test('PUT of an alias accepts field names with capitals, another workload and null for optional fields', async () => {
  const { send } = await startSandbox();
  const optional = { subscriptionId: null, AdditionalProperties: { managementGroupId: null } };
  const body = { Properties: { DisplayName: 'X', Workload: 'DevTest', BillingScope: billingScope, ...optional } };
  const reply = await send(aliasPath('capital'), { method: 'PUT', body });
  expect([reply.status, reply.body.properties['workload']]).toEqual([201, 'DevTest']);
});

test('PUT of an alias for an existing subscription id gets 200 and Succeeded at once', async () => {
  const { id } = subscriptions.production;
  const { status: code, body } = await put(await startSandbox(), { subscriptionId: id });
  expect([code, body.properties]).toEqual([
    200,
    expect.objectContaining({
      subscriptionId: id,
      provisioningState: 'Succeeded',
      acceptOwnershipState: 'Completed',
      displayName: subscriptions.production.name,
    }),
  ]);
});

test('PUT of an alias can be a second alias of a subscription', async () => {
  const running = await startSandbox();
  const { id, name } = subscriptions.staging;
  const replies = [
    await put(running, { subscriptionId: id }, 'one-name'),
    await put(running, { subscriptionId: id }, 'another-name'),
  ];
  expect(replies.map(({ status, body }) => [status, body.name, body.properties['displayName']])).toEqual([
    [200, 'one-name', name],
    [200, 'another-name', name],
  ]);
});

test('PUT of an alias with the same body again gets 200 and the same subscription', async () => {
  const running = await startSandbox();
  const first = await put(running, wanted);
  const again = await put(running, wanted, 'RECOVERY');
  expect([again.status, again.body.properties['subscriptionId']]).toEqual([
    200,
    first.body.properties['subscriptionId'],
  ]);
});

test('GET of an alias shows Succeeded at the end of the creation', async () => {
  const running = await startSandbox({ longMs: 2 * SECOND });
  await put(running, wanted);
  const before = await running.get(aliasPath('recovery'));
  running.time.advance(2 * SECOND);
  const after = await running.get(aliasPath('recovery'));
  expect(
    [before, after].map(({ body, headers }) => [body.properties['provisioningState'], headers.get('retry-after')]),
  ).toEqual([
    ['Accepted', '1'],
    ['Succeeded', null],
  ]);
});

test.each([
  ['Failed', 'Failed', SECOND],
  ['Canceled', 'Canceled', SECOND],
  ['Pending', 'Pending', 9 * DAY],
  ['Accepted', undefined, SECOND],
] as const)('GET of an alias shows %s with the fault %s, after %d ms', async (shown, state, ms) => {
  const running = await startSandbox({ longMs: shown === 'Accepted' ? DAY : SECOND });
  if (state) running.sandbox.faults.set({ kind: 'provisioning', state });
  await put(running, wanted);
  running.time.advance(ms);
  expect((await running.get(aliasPath('recovery'))).body.properties['provisioningState']).toBe(shown);
});

test.each([
  [asked.standby.alias, 'Succeeded', 'Pending'],
  [asked.fraud.alias, 'Accepted', 'Pending'],
  [asked.archive.alias, 'Pending', 'Pending'],
  [asked.pilot.alias, 'Failed', undefined],
  [asked.vault.alias, 'Canceled', undefined],
  [asked.loadTest.alias, 'Succeeded', 'Expired'],
  ['payments-production', 'Succeeded', 'Completed'],
])('GET of an alias shows %s of the demo data: %s, %s', async (name, provisioningState, acceptOwnershipState) => {
  const { body } = await still.get(aliasPath(name));
  const { properties } = body;
  expect([properties['provisioningState'], properties['acceptOwnershipState']]).toEqual([
    provisioningState,
    acceptOwnershipState,
  ]);
});

test.each([
  [400, `${root}/aliases/x`, {}],
  [401, `${root}/aliases/x`, { authorization: '' }],
  [403, `${root}/aliases/x`, { authorization: readerToken }],
  [404, acceptPath('99999999-7c3e-4b59-9a41-5e2f8b7c1d01'), {}],
  [409, acceptPath(asked.fraud.id), {}],
  [415, acceptPath(asked.standby.id), { 'content-type': 'text/plain' }],
])('an error with %i has code and message, flat and nested: %s %j', async (code, path, headers) => {
  const method = path.includes('/aliases/') ? 'PUT' : 'POST';
  const body = { properties: method === 'PUT' ? {} : { displayName: 'Ours' } };
  const answer = await still.send(`${path}?${version}`, { method, body, headers });
  const { code: errorCode, message } = answer.body.error;
  const error = { code: errorCode, message };
  expect([answer.status, answer.body]).toEqual([code, { ...error, error }]);
  expect(error).toEqual({ code: expect.any(String), message: expect.any(String) });
});
