import { type BillingScope, parseBillingScope, writeBillingScope } from '#cloud/operations/billing-scope.ts';
import {
  type AliasRequest,
  acceptSubscriptionOwnership,
  createSubscriptionAlias,
  getAcceptOwnershipStatus,
  getSubscriptionAlias,
} from '#cloud/operations/subscriptions.ts';
import cases from '../../fixtures/cloud/operations/subscriptions.json' with { type: 'json' };
import { nock } from '../../support/strict-nock.ts';
import { base, benchPerTest, errorOf, givesToken, subscriptionId, vendor } from '../client-fixture.ts';

const scopes: readonly [string, BillingScope][] = [
  [
    '/billingAccounts/a:b_2019-05-31/billingProfiles/P-1/invoiceSections/S-1',
    { kind: 'invoiceSection', billingAccount: 'a:b_2019-05-31', billingProfile: 'P-1', invoiceSection: 'S-1' },
  ],
  ['/billingAccounts/a:b/customers/c-1', { kind: 'customer', billingAccount: 'a:b', customer: 'c-1' }],
  [
    '/billingAccounts/8608480/enrollmentAccounts/329053',
    { kind: 'enrollmentAccount', billingAccount: '8608480', enrollmentAccount: '329053' },
  ],
];

describe('a billing scope', () => {
  test.each(scopes)('%s is formatted as documented', (text, scope) => {
    expect(writeBillingScope(scope)).toBe(text);
  });

  test.each(scopes)('%s is parsed', (text, scope) => {
    expect(parseBillingScope(text)).toEqual(scope);
  });

  test.each(scopes)('%s is parsed in capitals, with the provider and without the first slash', (text, scope) => {
    const written = `providers/Microsoft.Billing${text.replace('/billingAccounts', '/BILLINGACCOUNTS')}`;
    expect(parseBillingScope(written)).toEqual(scope);
  });

  test.each(cases.refused)('%j is refused', (text) => {
    expect(parseBillingScope(text)).toBeUndefined();
  });

  test.each([
    { kind: 'customer', billingAccount: 'a', customer: '../b' },
    { kind: 'customer', billingAccount: '', customer: 'c' },
    { kind: 'invoiceSection', billingAccount: 'a', billingProfile: 'p' },
    { kind: 'department', billingAccount: 'a', department: 'd' },
    {},
  ])('%j cannot be formatted', (scope) => {
    expect(() => writeBillingScope(scope as BillingScope)).toThrow(RangeError);
  });
});

describe('a request for a subscription', () => {
  const bench = benchPerTest();

  const root = '/providers/Vendor.Subscription';
  const version = { 'api-version': '2021-10-01' };
  const alias = (provisioningState: string) => ({
    id: `${root}/aliases/new`,
    name: 'new',
    properties: { subscriptionId, provisioningState, acceptOwnershipUrl: 'https://elsewhere.example/accept' },
  });
  const [, , [, enrollment]] = scopes as [unknown, unknown, readonly [string, BillingScope]];
  const fresh: AliasRequest = {
    aliasName: 'new',
    displayName: 'New',
    workload: 'DevTest',
    billingScope: enrollment,
  };
  const freshBody = {
    displayName: 'New',
    workload: 'DevTest',
    billingScope: '/billingAccounts/8608480/enrollmentAccounts/329053',
  };
  const guid = '5a4d7e2c-91b3-4f60-8c1d-7e0b2f9a6c10';

  test.each<[string, AliasRequest, object]>([
    ['for a new subscription', fresh, freshBody],
    ['for production', { ...fresh, workload: 'Production' }, { ...freshBody, workload: 'Production' }],
    ['through a reseller', { ...fresh, resellerId: '6128817' }, { ...freshBody, resellerId: '6128817' }],
    ['for an existing subscription', { aliasName: 'new', subscriptionId }, { subscriptionId }],
    [
      'with all optional fields',
      { ...fresh, managementGroup: 'mg', subscriptionTenantId: guid, subscriptionOwnerId: guid, tags: { a: 'b' } },
      {
        ...freshBody,
        additionalProperties: {
          managementGroupId: '/providers/Vendor.Management/managementGroups/mg',
          subscriptionTenantId: guid,
          subscriptionOwnerId: guid,
          tags: { a: 'b' },
        },
      },
    ],
  ])('is sent as documented: an alias %s', async (_, request, properties) => {
    givesToken();
    vendor()
      .put(`${root}/aliases/new`, { properties } as nock.Body)
      .query(version)
      .reply(201, alias('Accepted'));
    const { progress } = await bench.client.start(createSubscriptionAlias, request);
    expect(progress).toBe('running');
  });

  test.each<[string, AliasRequest]>([
    ['subscription', { aliasName: 'new', subscriptionId: 'production' }],
    ['tenant', { ...fresh, subscriptionTenantId: 'northwind' }],
    ['owner', { ...fresh, subscriptionOwnerId: 'bo@northwind.example' }],
    ['management group', { ...fresh, managementGroup: 'a/b' }],
    ['alias name', { ...fresh, aliasName: '../subscriptions' }],
  ])('with an invalid %s is refused before it is sent', async (_, request) => {
    await expect(bench.client.start(createSubscriptionAlias, request)).rejects.toThrow(RangeError);
  });

  test.each(cases.aliases)('for an alias in the state $state is $progress', async ({ state, progress }) => {
    givesToken();
    vendor().get(`${root}/aliases/new`).query(version).reply(200, alias(state));
    const step = await bench.client.poll(createSubscriptionAlias, `${root}/aliases/new?api-version=2021-10-01`);
    expect(step.progress).toBe(progress);
  });

  test('reads an alias with the address for its owner, and does not call that address', async () => {
    givesToken();
    vendor().get(`${root}/aliases/new`).query(version).reply(200, alias('Succeeded'));
    expect(await bench.client.call(getSubscriptionAlias, { aliasName: 'new' })).toMatchObject({
      subscriptionId,
      acceptOwnershipUrl: 'https://elsewhere.example/accept',
    });
  });

  const acceptPath = `${root}/subscriptions/${subscriptionId}/acceptOwnership`;
  const accepting = { subscriptionId, displayName: 'Taken' };
  const tracked = `${root}/subscriptionOperations/op-1?api-version=2021-10-01`;
  const begun = { location: base + tracked, 'retry-after': '3' };

  test('an ownership is followed from Location to Location to the subscription', async () => {
    givesToken();
    const body = { properties: { displayName: 'Taken' } };
    vendor().post(acceptPath, body).query(version).reply(202, '', begun);
    vendor().get(tracked).reply(202, '', begun);
    vendor()
      .get(tracked)
      .reply(200, { subscriptionLink: `/subscriptions/${subscriptionId}` });
    const first = await bench.client.start(acceptSubscriptionOwnership, accepting);
    const second = await bench.client.poll(acceptSubscriptionOwnership, first.tracking);
    const last = await bench.client.poll(acceptSubscriptionOwnership, second.tracking);
    expect([first, second, last]).toEqual([
      { progress: 'running', tracking: tracked, waitMs: 3_000 },
      { progress: 'running', tracking: tracked, waitMs: 3_000 },
      {
        progress: 'succeeded',
        tracking: tracked,
        waitMs: 5_000,
        answer: { subscriptionLink: `/subscriptions/${subscriptionId}` },
      },
    ]);
  });

  test.each([200, 204])('an ownership that is accepted at once, with %d, is done', async (status) => {
    givesToken();
    vendor().post(acceptPath).query(version).reply(status);
    expect(await bench.client.start(acceptSubscriptionOwnership, accepting)).toMatchObject({ progress: 'succeeded' });
  });

  test('an acceptance answered 201 with a Location is followed to a 204', async () => {
    givesToken();
    vendor().post(acceptPath).query(version).reply(201, '', begun);
    vendor().get(tracked).reply(204);
    const first = await bench.client.start(acceptSubscriptionOwnership, accepting);
    const last = await bench.client.poll(acceptSubscriptionOwnership, first.tracking);
    expect([first.progress, last.progress]).toEqual(['running', 'succeeded']);
  });

  test.each([201, 202])(
    'an acceptance answered %d without a Location has arrived, and its end is not known',
    async (status) => {
      givesToken();
      vendor().post(acceptPath).query(version).reply(status);
      const error = await errorOf(bench.client.start(acceptSubscriptionOwnership, accepting));
      expect(error).toMatchObject({ arrived: 'yes', code: 'Vendor.Malformed' });
    },
  );

  test.each(['', '  '])(
    'to accept an ownership without a display name (%j) is refused before it is sent',
    async (displayName) => {
      const request = { subscriptionId, displayName };
      await expect(bench.client.start(acceptSubscriptionOwnership, request)).rejects.toThrow(RangeError);
    },
  );

  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const ways: readonly [string, () => Promise<unknown>][] = [
    ['', () => bench.client.start(acceptSubscriptionOwnership, accepting)],
    [
      ', from its stored bytes',
      () => bench.client.callFrozen(bench.client.freeze(acceptSubscriptionOwnership, accepting)),
    ],
  ];

  describe.each(ways)('to accept an ownership%s', (_, send) => {
    test('is not repeated after a lost answer', async () => {
      givesToken();
      vendor().post(acceptPath).query(version).replyWithError(reset);
      expect(await errorOf(send())).toMatchObject({ arrived: 'maybe', textKey: 'vendor.error.lost' });
    });

    test.each([401, 429, 500, 503])('is not repeated after %d', async (status) => {
      givesToken();
      vendor().post(acceptPath).query(version).reply(status, '', { 'retry-after': '1' });
      expect((await errorOf(send())).status).toBe(status);
    });

    test('is repeated after a refused connection', async () => {
      givesToken();
      const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      vendor().post(acceptPath).query(version).replyWithError(refused);
      vendor().post(acceptPath).query(version).reply(202, '', begun);
      expect(await send()).toMatchObject({ progress: 'running' });
    });
  });

  test.each(['Completed', 'Pending', 'Expired'])('reads the ownership state %s', async (acceptOwnershipState) => {
    givesToken();
    const status = { SubscriptionId: subscriptionId, AcceptOwnershipState: acceptOwnershipState.toLowerCase() };
    vendor().get(`${root}/subscriptions/${subscriptionId}/acceptOwnershipStatus`).query(version).reply(200, status);
    const read = await bench.client.call(getAcceptOwnershipStatus, { subscriptionId });
    expect(read).toEqual({ subscriptionId, acceptOwnershipState });
  });

  test.each([
    ['flat', { code: 'Nope', message: 'not so' }],
    ['nested', { error: { code: 'Nope', message: 'not so' } }],
    ['both', { code: 'Nope', message: 'not so', error: { code: 'Nope', message: 'not so' } }],
  ])('reads an error of the form: %s', async (_, body) => {
    givesToken();
    nock(base).get(`${root}/aliases/new`).query(version).reply(400, body);
    const { vendorCode, vendorMessage } = await errorOf(bench.client.call(getSubscriptionAlias, { aliasName: 'new' }));
    expect({ vendorCode, vendorMessage }).toEqual({ vendorCode: 'Nope', vendorMessage: 'not so' });
  });
});
