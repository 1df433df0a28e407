import { DAY, iso } from '../../../src/lib/clock.ts';
import { operations } from '../../../src/sandbox/vendor/operations/index.ts';
import { others } from '../../../src/sandbox/vendor/story/directory.ts';
import { cloud, people } from '../../../src/sandbox/world.ts';
import {
  expiring,
  grantBody,
  type Item,
  inDays,
  ledger,
  listPath,
  production,
  type Running,
  readerToken,
  removalBody,
  requestPath,
  startSandbox,
  stopAll,
} from './support.ts';

/** Document 1, read a second time: the sentences that no other file is named after. */
let running: Running;
let month: readonly Item[];

const { account, invoice, enterpriseAccount, smallInvoice } = cloud.billing;
const ana = people.ana.objectId;
const guid = '64caffb6-55c0-4deb-a585-68e948ea1ad6';
const managementGroup = `/providers/Vendor.Management/managementGroups/${cloud.managementGroup}`;
const resource = `${ledger}/providers/Vendor.KeyVault/vaults/kv-ledger`;
const authorization = `${ledger}/providers/Vendor.Authorization`;
const aliases = '/providers/Vendor.Subscription/aliases';
const standby = `/providers/Vendor.Subscription/subscriptions/${cloud.newSubscriptions.standby.id}/acceptOwnership`;
const bill = (of: string = account, name: string = invoice): string =>
  `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(of)}/invoices/${name}/transactions`;
const transactions = (query = ''): string => `${bill()}?api-version=2024-04-01&top=50${query}`;

beforeAll(async () => {
  running = await startSandbox();
  running.sandbox.faults.set({ kind: 'no-rate-limit' });
  month = await running.all(transactions());
});
afterAll(stopAll);

const addresses = [
  ['GET', `${authorization}/roleEligibilitySchedules`, '2020-10-01'],
  ['GET', `${authorization}/roleEligibilityScheduleInstances`, '2020-10-01'],
  ['PUT', `${authorization}/roleEligibilityScheduleRequests/${guid}`, '2020-10-01'],
  ['PUT', `${aliases}/second-reading`, '2021-10-01'],
  ['POST', standby, '2021-10-01'],
  ['GET', bill(), '2024-04-01'],
] as const;

describe('Versioning', () => {
  test.each(addresses)('api-version is required on every operation: %s %s', async (method, path, version) => {
    const codes: unknown[] = [];
    for (const query of ['', '?api-version=', '?api-version=2019-01-01', `?api-version=${version}`]) {
      const { body } = await running.send(`${path}${query}`, { method, ...(method === 'GET' ? {} : { body: {} }) });
      codes.push(body.error?.code);
    }
    const taken = method === 'GET' ? undefined : 'InvalidRequestContent';
    const missing = 'MissingApiVersionParameter';
    expect(codes).toEqual([missing, missing, 'InvalidApiVersionParameter', taken]);
  });
});

describe('Role eligibility schedule request', () => {
  test.each([
    ['management group', managementGroup],
    ['subscription', production],
    ['resource group', ledger],
    ['resource', resource],
  ])(
    'Scope: an assignment is granted and removed at a %s, with the documented form of the role id',
    async (_, scope) => {
      const { request, all } = await startSandbox();
      const granted = await request(grantBody({ principal: ana }), { scope });
      const listed = await all(listPath('roleEligibilitySchedules', scope, `principalId eq '${ana}' and atScope()`));
      const removed = await request(removalBody({ principal: ana }), { scope });
      expect([granted.status, listed.map(({ properties }) => properties['scope']), removed.status]).toEqual([
        201,
        [scope],
        201,
      ]);
    },
  );

  test.each([
    ['user', others.kira, 'User'],
    ['group', others.responders, 'Group'],
    ['service principal', others.ledgerDeploy, 'ServicePrincipal'],
  ])('PrincipalId: object id of the %s', async (_, { id }, principalType) => {
    const { request } = await startSandbox();
    const { status, body } = await request(grantBody({ principal: id, role: 'owner' }), { scope: resource });
    expect([status, body.properties['principalType']]).toEqual([201, principalType]);
  });

  test.each([
    ['EndDateTime: used with AfterDateTime', 'AfterDateTime', 3],
    ['Duration: used with AfterDuration', 'AfterDuration', 5],
    ['neither is used with NoExpiration', 'NoExpiration', undefined],
  ])('Expiration.Type decides: %s', async (_, Type, days) => {
    const { request, all } = await startSandbox();
    const both = { Type, EndDateTime: iso(inDays(3)), Duration: 'P5D' };
    await request(grantBody({ principal: ana }, { ScheduleInfo: expiring(both) }));
    const [row] = await all(listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}' and atScope()`));
    expect(row?.properties['endDateTime']).toBe(days === undefined ? null : iso(inDays(days)));
  });

  test('a role management policy exists per role definition', async () => {
    const roles = await running.all(`${authorization}/roleDefinitions?api-version=2022-04-01`);
    const held = await running.all(`${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01`);
    expect(held.map(({ properties }) => properties['roleDefinitionId'])).toEqual(roles.map(({ id }) => id));
    expect(new Set(held.map(({ properties }) => properties['policyId'])).size).toBe(roles.length);
  });

  test('a similar assignment exists: unchanged, error RoleAssignmentExists, "The Role assignment already exists."', async () => {
    const { request, all } = await startSandbox();
    const rows = () => all(listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}'`));
    await request(grantBody({ principal: ana, days: 5 }));
    const before = await rows();
    const { body } = await request(grantBody({ principal: ana, days: 9 }));
    expect(body.error).toEqual({ code: 'RoleAssignmentExists', message: 'The Role assignment already exists.' });
    expect(await rows()).toEqual(before);
  });
});

describe('Authentication', () => {
  test.each(['listEligibilitySchedules', 'listEligibilityScheduleInstances'] as const)(
    'listing eligible assignments requires roleAssignments/read: %s',
    (id) => expect(operations[id].action).toBe('{ns}.Authorization/roleAssignments/read'),
  );

  test.each([
    ['granting', grantBody({ principal: ana })],
    ['removing', removalBody({ principal: ana })],
  ])('%s requires roleAssignments/write at the scope', async (_, body) => {
    const headers = { authorization: readerToken };
    const refused = await running.send(requestPath(guid, ledger), { method: 'PUT', body, headers });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining(`'Vendor.Authorization/roleAssignments/write' over scope '${ledger}'`),
    ]);
  });

  test.each([
    ['read', undefined],
    ['write', ['Owner', 'User Access Administrator']],
  ])(
    'all built-in roles may read assignments, only Owner and User Access Administrator write them: %s',
    async (verb, names) => {
      const action = `Vendor.Authorization/roleAssignments/${verb}`;
      const fits = (pattern: string): boolean =>
        new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i').test(action);
      const roles = await running.all(`${authorization}/roleDefinitions?api-version=2022-04-01`);
      const may = roles.filter(({ properties }) =>
        (properties['permissions'] as { actions: string[]; notActions: string[] }[]).some(
          ({ actions, notActions }) => actions.some(fits) && !notActions.some(fits),
        ),
      );
      const told = may.map(({ properties }) => String(properties['roleName'])).sort();
      expect(told).toEqual(names ?? roles.map(({ properties }) => String(properties['roleName'])).sort());
    },
  );
});

describe('Alias and ownership', () => {
  test.each([
    [null, 202],
    [cloud.managementGroup, 202],
    ['mg-nowhere', 404],
  ])('managementGroupId: %s', async (id, status) => {
    const body = { properties: { displayName: 'Ours', managementGroupId: id, tags: {} } };
    const { send } = await startSandbox();
    expect((await send(`${standby}?api-version=2021-10-01`, { method: 'POST', body })).status).toBe(status);
  });

  test('aliasName: it is not the subscription name, and two may refer to one subscription', async () => {
    const { send } = await startSandbox();
    const put = (name: string) =>
      send(`${aliases}/${name}?api-version=2021-10-01`, {
        method: 'PUT',
        body: { properties: { subscriptionId: cloud.subscriptions.staging.id } },
      });
    const answers = [await put('one-name'), await put('another-name')];
    expect(answers.map(({ status, body }) => [status, body.name, body.properties['displayName']])).toEqual([
      [200, 'one-name', cloud.subscriptions.staging.name],
      [200, 'another-name', cloud.subscriptions.staging.name],
    ]);
  });

  test.each([
    ['400', `${aliases}/x`, {}],
    ['401', `${aliases}/x`, { authorization: '' }],
    ['403', `${aliases}/x`, { authorization: readerToken }],
    ['404', standby.replace(/1d11/, '1dff'), {}],
    ['409', standby.replace(/1d11/, '1d12'), {}],
    ['415', standby, { 'content-type': 'text/plain' }],
  ])('any other status: ErrorResponseBody with code, message and error: %s', async (said, path, headers) => {
    const method = path.startsWith(aliases) ? 'PUT' : 'POST';
    const body = method === 'PUT' ? { properties: {} } : { properties: { displayName: 'Ours' } };
    const answer = await running.send(`${path}?api-version=2021-10-01`, { method, body, headers });
    const inner = { code: expect.any(String), message: expect.any(String) };
    expect([answer.status, answer.body]).toEqual([Number.parseInt(said, 10), { ...inner, error: inner }]);
    expect(answer.body).toMatchObject(answer.body.error);
  });
});

describe('List transactions of an invoice', () => {
  const of = (name: string) => month.flatMap(({ properties }) => (name in properties ? [properties[name]] : []));
  const amount = { currency: expect.stringMatching(/^[A-Z]{3}$/), value: expect.any(Number) };

  test.each([
    'azureCreditApplied',
    'consumptionCommitmentDecremented',
    'effectivePrice',
    'marketPrice',
    'subTotal',
    'tax',
    'transactionAmount',
  ])('Amount object: currency and value, in every transaction: %s', (name) => {
    expect([of(name).length, of(name)]).toEqual([month.length, month.map(() => amount)]);
  });

  test('TransactionProperties: between them they have every documented field and no other', () => {
    const fields = new Set(month.flatMap(({ properties }) => Object.keys(properties)));
    const documented =
      'azureCreditApplied azurePlan billingCurrency billingProfileDisplayName billingProfileId ' +
      'consumptionCommitmentDecremented creditType customerDisplayName customerId date discount effectivePrice exchangeRate ' +
      'invoice invoiceId invoiceSectionDisplayName invoiceSectionId isThirdParty kind marketPrice pricingCurrency ' +
      'productDescription productFamily productType productTypeId quantity reasonCode refundTransactionDetails ' +
      'servicePeriodEndDate servicePeriodStartDate specialTaxationType subTotal tax transactionAmount transactionType ' +
      'unitOfMeasure unitType units';
    expect([...fields].sort()).toEqual(documented.split(' ').sort());
    expect(Object.keys(month[0] ?? {}).sort()).toEqual(['id', 'name', 'properties', 'systemData', 'tags', 'type']);
  });

  test('creditType: only for credited transactions', () => {
    const credited = month.filter(({ properties }) => 'creditType' in properties);
    const charged = credited.filter(
      ({ properties }) => (properties['transactionAmount'] as { value: number }).value >= 0,
    );
    expect([credited.length > 0, charged]).toEqual([true, []]);
  });

  test('servicePeriod: start and end of the month of the usage', () => {
    const usage = month.filter(({ properties }) => properties['reasonCode'] === 'Usage');
    const wrong = usage.filter(({ properties }) => {
      const [date, start, end] = ['date', 'servicePeriodStartDate', 'servicePeriodEndDate'].map(
        (name) => new Date(String(properties[name])),
      ) as [Date, Date, Date];
      const sameMonth = [start, end].every((moment) => moment.getUTCMonth() === date.getUTCMonth());
      return !(sameMonth && start.getUTCDate() === 1 && new Date(end.getTime() + DAY).getUTCDate() === 1);
    });
    expect([usage.length > 100, wrong]).toEqual([true, []]);
  });

  test('servicePeriod: purchase date and end of the product term', () => {
    const bought = month.find(({ properties }) => properties['reasonCode'] === 'ReservationPurchase');
    const told: Item['properties'] = bought?.properties ?? {};
    const [date, start, end] = ['date', 'servicePeriodStartDate', 'servicePeriodEndDate'].map((name) => told[name]);
    expect([start, Date.parse(String(end)) - Date.parse(String(date))]).toEqual([date, 365 * DAY]);
  });

  test('quantity: integer (int32); dates are date-times', () => {
    expect(of('quantity').filter((value) => !Number.isInteger(value) || Math.abs(Number(value)) >= 2 ** 31)).toEqual(
      [],
    );
    expect(of('date').filter((value) => !/^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)))).toEqual([]);
  });

  test.each(['12.345', 'true', 'e+'])('search: only string fields, not %s', async (text) => {
    expect(await running.all(transactions(`&search=${encodeURIComponent(text)}`))).toEqual([]);
  });

  test.each([
    ['8608481', 404],
    ['pcn.A1', 404],
    [account.split(':')[0] ?? '', 404],
    [account.replace('2019-05-31', '2019-05-30'), 404],
    ['PCN.', 400],
    [account.replace('2019-05-31', '2019-5-31'), 400],
  ])('billingAccountName: the pattern knows %s', async (name, status) => {
    expect((await running.get(`${bill(name)}?api-version=2024-04-01`)).status).toBe(status);
  });

  test.each([
    ['H1-AB2', 404],
    ['T12345678A', 404],
    ['HT12345678A', 404],
    ['D00001877A', 404],
    ['EA0500HX04', 404],
    [smallInvoice, 200],
    ['X002548106', 400],
    ['E0500HX0421', 400],
  ])('invoiceName: the pattern knows %s', async (name, status) => {
    expect((await running.get(`${bill(enterpriseAccount, name)}?api-version=2024-04-01`)).status).toBe(status);
  });
});
