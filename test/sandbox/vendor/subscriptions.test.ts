import { DAY, iso, SECOND } from '../../../src/lib/clock.ts';
import { cloud, people, tenantId } from '../../../src/sandbox/world.ts';
import { type Reply, type Running, readerToken, start, startSandbox, stopAll } from './support.ts';

/** For what changes nothing: refusals, and reading the story. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

const root = '/providers/Vendor.Subscription';
const version = 'api-version=2021-10-01';
const aliasPath = (name: string): string => `${root}/aliases/${name}?${version}`;
const ofSubscription = (id: string, what: string): string => `${root}/subscriptions/${id}/${what}?${version}`;
const { billing, newSubscriptions: asked, subscriptions } = cloud;
const billingScope = `/billingAccounts/${billing.account}/billingProfiles/${billing.profile}/invoiceSections/${billing.invoiceSection}`;
const wanted = { displayName: 'Ledger Recovery', workload: 'Production', billingScope };
const managementGroupId = `/providers/Vendor.Management/managementGroups/${cloud.managementGroup}`;

const put = ({ send }: Running, properties: unknown, name = 'recovery'): Promise<Reply> =>
  send(aliasPath(name), { method: 'PUT', body: { properties } });
const accept = ({ send }: Running, id: string, properties: unknown = { displayName: 'Taken' }): Promise<Reply> =>
  send(ofSubscription(id, 'acceptOwnership'), { method: 'POST', body: { properties } });
const status = async ({ get }: Running, id: string): Promise<unknown> =>
  (await get(ofSubscription(id, 'acceptOwnershipStatus'))).body;
const failed = ({ status: code, body }: Reply): unknown => [code, body.error?.code];

describe('PUT of an alias', () => {
  test('that is new: 201, Accepted and Pending, with the address to accept the ownership', async () => {
    const running = await startSandbox();
    const { status: code, body } = await put(running, wanted);
    expect({ code, properties: body.properties }).toEqual({
      code: 201,
      properties: expect.objectContaining({
        provisioningState: 'Accepted',
        acceptOwnershipState: 'Pending',
        acceptOwnershipUrl: expect.stringMatching(/^https:/),
      }),
    });
  });

  test('answers with every field of the documented response', async () => {
    const additionalProperties = {
      managementGroupId,
      subscriptionTenantId: tenantId,
      subscriptionOwnerId: people.bo.objectId,
      tags: { team: 'payments' },
    };
    const { body } = await put(await startSandbox(), { ...wanted, resellerId: '6128817', additionalProperties });
    const by = { createdBy: cloud.botPrincipal.id, createdByType: 'Application', createdAt: expect.any(String) };
    expect(body).toMatchObject({
      id: `${root}/aliases/recovery`,
      name: 'recovery',
      type: 'Vendor.Subscription/aliases',
      systemData: by,
      properties: {
        ...wanted,
        subscriptionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
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
  ])('takes the billing scope of a %s agreement and gives it back as in the request', async (_, scope) => {
    const { status: code, body } = await put(await startSandbox(), { ...wanted, billingScope: scope });
    expect([code, body.properties['billingScope']]).toEqual([201, scope]);
  });

  test.each(['', `/billingAccounts/${billing.account}`, `${billingScope}/more`, '/subscriptions/x', 'nonsense'])(
    'refuses the billing scope %j',
    async (scope) => {
      const { status: code } = await put(still, { ...wanted, billingScope: scope });
      expect(code).toBe(400);
    },
  );

  test.each(['DevTest', 'Production'])('takes the workload %s', async (workload) => {
    const { body } = await put(await startSandbox(), { ...wanted, workload });
    expect(body.properties['workload']).toBe(workload);
  });

  test.each([
    ['another workload', { ...wanted, workload: 'Test' }],
    ['no display name', { ...wanted, displayName: undefined }],
    ['no workload', { ...wanted, workload: undefined }],
    ['no billing scope', { ...wanted, billingScope: undefined }],
    ['a tag that is no text', { ...wanted, additionalProperties: { tags: { team: 7 } } }],
    ['a tenant that is no GUID', { ...wanted, additionalProperties: { subscriptionTenantId: 'northwind' } }],
    ['no properties', undefined],
  ])('refuses %s', async (_, properties) => {
    expect(failed(await put(still, properties))).toEqual([400, 'InvalidRequestContent']);
  });

  test('refuses a management group that is not there', async () => {
    const additionalProperties = { managementGroupId: 'mg-nowhere' };
    const reply = await put(still, { ...wanted, additionalProperties });
    expect(failed(reply)).toEqual([404, 'ManagementGroupNotFound']);
  });

  test('takes null where a field may be null', async () => {
    const properties = { ...wanted, subscriptionId: null, additionalProperties: { managementGroupId: null } };
    expect((await put(await startSandbox(), properties)).status).toBe(201);
  });

  test('takes field names with capitals', async () => {
    const { send } = await startSandbox();
    const body = { Properties: { DisplayName: 'X', Workload: 'DevTest', BillingScope: billingScope } };
    expect((await send(aliasPath('capital'), { method: 'PUT', body })).status).toBe(201);
  });

  test('for an existing subscription id: 200, at once', async () => {
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

  test('for a subscription id that is not there is refused', async () => {
    const reply = await put(still, { subscriptionId: '99999999-7c3e-4b59-9a41-5e2f8b7c1d01' });
    expect(failed(reply)).toEqual([404, 'SubscriptionNotFound']);
  });

  test('with the same body again: 200 and the same subscription', async () => {
    const running = await startSandbox();
    const first = await put(running, wanted);
    const again = await put(running, wanted, 'RECOVERY');
    expect([again.status, again.body.properties['subscriptionId']]).toEqual([
      200,
      first.body.properties['subscriptionId'],
    ]);
  });

  test('with another body for a name that is in use is refused', async () => {
    const running = await startSandbox();
    await put(running, wanted);
    const reply = await put(running, { ...wanted, workload: 'DevTest' });
    expect(failed(reply)).toEqual([409, 'SubscriptionAliasExists']);
  });

  test('without the right is refused', async () => {
    const { send } = still;
    const reply = await send(aliasPath('recovery'), {
      method: 'PUT',
      body: { properties: wanted },
      headers: { authorization: readerToken },
    });
    expect(failed(reply)).toEqual([403, 'AuthorizationFailed']);
  });
});

describe('GET of an alias', () => {
  test('tells when the creation in progress has succeeded', async () => {
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

  test.each(['Failed', 'Canceled'] as const)('tells when the creation has %s', async (state) => {
    const running = await startSandbox({ longMs: SECOND });
    running.sandbox.faults.set({ kind: 'provisioning', state, count: 1 });
    await put(running, wanted);
    running.time.advance(SECOND);
    expect((await running.get(aliasPath('recovery'))).body.properties['provisioningState']).toBe(state);
  });

  test.each([
    ['Accepted', undefined],
    ['Pending', 'Pending'],
  ] as const)('goes on while it is %s', async (shown, state) => {
    const running = await startSandbox({ longMs: DAY });
    if (state) running.sandbox.faults.set({ kind: 'provisioning', state });
    await put(running, wanted);
    running.time.advance(state ? 9 * DAY : SECOND);
    expect((await running.get(aliasPath('recovery'))).body.properties['provisioningState']).toBe(shown);
  });

  test('that is not there: 404', async () => {
    const { get } = still;
    expect(failed(await get(aliasPath('nowhere')))).toEqual([404, 'SubscriptionAliasNotFound']);
  });

  test.each([
    [asked.standby.alias, 'Succeeded', 'Pending'],
    [asked.fraud.alias, 'Accepted', 'Pending'],
    [asked.archive.alias, 'Pending', 'Pending'],
    [asked.pilot.alias, 'Failed', undefined],
    [asked.vault.alias, 'Canceled', undefined],
    [asked.loadTest.alias, 'Succeeded', 'Expired'],
    ['payments-production', 'Succeeded', 'Completed'],
  ])('shows %s of the story: %s, %s', async (name, provisioningState, acceptOwnershipState) => {
    const { body } = await still.get(aliasPath(name));
    const { properties } = body;
    expect([properties['provisioningState'], properties['acceptOwnershipState']]).toEqual([
      provisioningState,
      acceptOwnershipState,
    ]);
  });
});

describe('POST of acceptOwnership', () => {
  test('while it is Pending: 202 without a body, with Location and Retry-After', async () => {
    const running = await startSandbox();
    const { status: code, headers, body } = await accept(running, asked.standby.id);
    expect([code, body, headers.get('retry-after'), headers.get('location')]).toEqual([
      202,
      undefined,
      '1',
      expect.stringMatching(
        new RegExp(`^${running.sandbox.url}${root}/subscriptionOperations/[0-9a-f-]{36}\\?${version}$`),
      ),
    ]);
  });

  test('its Location answers 202 with the same two headers, then 200 with the subscription', async () => {
    const running = await startSandbox({ longMs: 3 * SECOND });
    const location = (await accept(running, asked.standby.id)).headers.get('location') ?? '';
    const before = await running.get(location);
    running.time.advance(3 * SECOND);
    const after = await running.get(location);
    expect([before.status, before.headers.get('location'), before.headers.get('retry-after')]).toEqual([
      202,
      location,
      '1',
    ]);
    expect([after.status, after.body]).toEqual([200, { subscriptionLink: `/subscriptions/${asked.standby.id}` }]);
  });

  test('gives the subscription the name and the tags of the request', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await accept(running, asked.standby.id, { displayName: 'Ours', managementGroupId, tags: { team: 'ledger' } });
    running.time.advance(SECOND);
    expect(await status(running, asked.standby.id)).toMatchObject({ displayName: 'Ours', tags: { team: 'ledger' } });
  });

  test.each([{}, { displayName: ' ' }, { displayName: null }])('wants a display name: %j', async (properties) => {
    expect(failed(await accept(still, asked.standby.id, properties))).toEqual([400, 'InvalidRequestContent']);
  });

  test.each([
    ['not there', '99999999-7c3e-4b59-9a41-5e2f8b7c1d01', 404, 'SubscriptionNotFound'],
    ['still being created', asked.fraud.id, 409, 'SubscriptionNotReady'],
    ['never created', asked.pilot.id, 409, 'SubscriptionNotReady'],
    ['no longer offered', asked.loadTest.id, 409, 'OwnershipExpired'],
    ['accepted before', subscriptions.staging.id, 409, 'OwnershipCompleted'],
  ])('for a subscription that is %s is refused', async (_, id, code, said) => {
    expect(failed(await accept(still, id))).toEqual([code, said]);
  });

  test('a second time while the first goes on is refused', async () => {
    const running = await startSandbox();
    await accept(running, asked.standby.id);
    expect(failed(await accept(running, asked.standby.id))).toEqual([409, 'OwnershipInProgress']);
  });

  test('after the offer has expired is refused', async () => {
    const running = await startSandbox();
    running.time.advance(14 * DAY);
    expect(failed(await accept(running, asked.standby.id))).toEqual([409, 'OwnershipExpired']);
  });

  test('leads to an operation; another one is 404', async () => {
    const { get } = still;
    const reply = await get(`${root}/subscriptionOperations/99999999-7c3e-4b59-9a41-5e2f8b7c1d01?${version}`);
    expect(failed(reply)).toEqual([404, 'SubscriptionOperationNotFound']);
  });
});

describe('GET of acceptOwnershipStatus', () => {
  test('has everything at the top level', async () => {
    expect(await status(still, asked.standby.id)).toEqual({
      subscriptionId: asked.standby.id,
      acceptOwnershipState: 'Pending',
      provisioningState: 'Succeeded',
      billingOwner: people.bo.objectId,
      subscriptionTenantId: tenantId,
      displayName: asked.standby.name,
      tags: { team: 'payments', incident: 'INC-2041' },
    });
  });

  test('goes from Pending to Completed, in the alias too', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await accept(running, asked.standby.id);
    const during = await status(running, asked.standby.id);
    running.time.advance(SECOND);
    const after = await status(running, asked.standby.id);
    const { body } = await running.get(aliasPath(asked.standby.alias));
    expect([during, after, body.properties]).toEqual([
      expect.objectContaining({ acceptOwnershipState: 'Pending', provisioningState: 'Pending' }),
      expect.objectContaining({ acceptOwnershipState: 'Completed', provisioningState: 'Succeeded' }),
      expect.not.objectContaining({ acceptOwnershipUrl: expect.anything() }),
    ]);
  });

  test('goes from Pending to Expired', async () => {
    const running = await startSandbox();
    running.time.advance(14 * DAY);
    expect(await status(running, asked.standby.id)).toMatchObject({ acceptOwnershipState: 'Expired' });
  });
});

test('every error has code and message, flat and nested', async () => {
  const { get } = still;
  const { body } = await get(aliasPath('nowhere'));
  const said = { code: 'SubscriptionAliasNotFound', message: "The alias 'nowhere' was not found." };
  expect(body).toEqual({ ...said, error: said });
});

test('the billing scope that the sandbox gives out is taken', async () => {
  const running = await startSandbox();
  const { body } = await running.get('/__sandbox/info');
  const reply = await put(running, {
    ...wanted,
    billingScope: (body as unknown as Record<string, unknown>)['billingScope'],
  });
  expect(reply.status).toBe(201);
});
