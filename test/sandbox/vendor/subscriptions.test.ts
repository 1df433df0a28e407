import { DAY, iso, SECOND } from '../../../src/lib/clock.ts';
import { cloud, people, tenantId } from '../../../src/sandbox/world.ts';
import {
  aliasPath,
  asked,
  billing,
  billingScope,
  failed,
  managementGroupId,
  put,
  root,
  subscriptions,
  wanted,
} from './subscriptions-support.ts';
import { type Running, readerToken, start, startSandbox, stopAll } from './support.ts';

/** For what changes nothing: refusals, and reading the story. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

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
