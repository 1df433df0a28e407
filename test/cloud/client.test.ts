import {
  createEligibilityRequest,
  getRoleManagementPolicy,
  listRoleDefinitions,
} from '#cloud/operations/role-eligibility.ts';
import { nock } from '../support/strict-nock.ts';
import {
  authorizationPath,
  base,
  benchPerTest,
  errorOf,
  givesToken,
  roleItem,
  scope,
  vendor,
} from './client-fixture.ts';

const bench = benchPerTest();
beforeEach(() => void givesToken());

const rolesPath = `${authorizationPath}/roleDefinitions`;
const firstPage = () => vendor().get(rolesPath).query({ 'api-version': '2022-04-01' });

const roleNames = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { roleName } of bench.client.list(listRoleDefinitions, { scope })) names.push(roleName);
  return names;
};

describe('a list', () => {
  test.each([
    ['absolute', `${base}${rolesPath}?page=2`],
    ['relative to the service', `${rolesPath}?page=2`],
    ['relative to the page', '?page=2'],
  ])('is read to its end by a nextLink that is %s', async (_, nextLink) => {
    firstPage().reply(200, { value: [roleItem('a')], nextLink });
    vendor()
      .get(rolesPath)
      .query({ page: 2 })
      .reply(200, { value: [roleItem('b')], nextLink: null });
    expect(await roleNames()).toEqual(['a', 'b']);
  });

  test('goes on after an empty page', async () => {
    firstPage().reply(200, { value: [], nextLink: '?page=2' });
    vendor()
      .get(rolesPath)
      .query({ page: 2 })
      .reply(200, { Value: [roleItem('b')], NextLink: '' });
    expect(await roleNames()).toEqual(['b']);
  });

  test.each([
    'https://evil.example/x',
    'http://management.example/x',
    '//evil.example/x',
    'https://management.example:444/x',
    'javascript:1',
    '/subscriptions/another',
    `${rolesPath}/../keys`,
  ])('does not follow a nextLink to %s', async (nextLink) => {
    firstPage().reply(200, { value: [roleItem('a')], nextLink });
    expect((await errorOf(roleNames())).code).toBe('Vendor.Malformed');
  });

  test('with a nextLink to an earlier page is stopped', async () => {
    firstPage().reply(200, { value: [], nextLink: '?page=2' });
    vendor().get(rolesPath).query({ page: 2 }).reply(200, { value: [], nextLink: '?page=2' });
    expect((await errorOf(roleNames())).code).toBe('Vendor.EndlessList');
  });

  test('requests no page before it is needed', async () => {
    firstPage().reply(200, { value: [roleItem('a')], nextLink: '?page=2' });
    for await (const { roleName } of bench.client.list(listRoleDefinitions, { scope })) {
      expect(roleName).toBe('a');
      break;
    }
  });

  test.each([
    ['no', { 'x-vendor-ratelimit-remaining-subscription-reads': '0' }, 1_000],
    ['a few', { 'x-vendor-ratelimit-remaining-tenant-reads': '20' }, 200],
    ['enough', { 'x-vendor-ratelimit-remaining-subscription-reads': '25' }, 0],
    ['an unknown number of', {}, 0],
    ['a negative number of', { 'x-vendor-ratelimit-remaining-subscription-reads': '-4' }, 0],
  ])('waits between pages when %s reads remain', async (_, headers, ms) => {
    firstPage().reply(200, { value: [], nextLink: '?page=2' }, headers);
    vendor().get(rolesPath).query({ page: 2 }).reply(200, { value: [] }, headers);
    const before = bench.clock.now();
    await roleNames();
    expect(bench.clock.now() - before).toBe(ms);
  });

  test('leaves out an invalid item only', async () => {
    firstPage().reply(200, { value: [roleItem('a'), { id: 7 }, null, roleItem('b')] });
    expect(await roleNames()).toEqual(['a', 'b']);
  });

  test('logs the number of invalid items, without their content', async () => {
    firstPage().reply(200, { value: [{ id: 7, name: 'private', properties: {} }] });
    await roleNames();
    const line = bench.lines.find((text) => text.includes('vendor items dropped')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ operation: 'listRoleDefinitions', count: 1, reason: 'id' });
  });

  test.each(['{}', '[]', '{"value":{}}', 'null', 'not JSON', ''])('with the body %j is an error', async (body) => {
    firstPage().reply(200, body);
    expect((await errorOf(roleNames())).code).toBe('Vendor.Malformed');
  });

  test('is one body in a raw call', async () => {
    firstPage().reply(200, { value: [{ any: 1 }], nextLink: '?page=2' });
    vendor()
      .get(rolesPath)
      .query({ page: 2 })
      .reply(200, { value: ['thing'] });
    const { body } = await bench.client.raw(listRoleDefinitions, {
      path: { scope: `/subscriptions/${scope.subscriptionId}` },
    });
    expect(body).toEqual({ value: [{ any: 1 }, 'thing'] });
  });
});

describe('a frozen call', () => {
  const name = '44444444-4444-4444-8444-444444444444';
  const principalId = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
  const roleDefinitionId = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
  const freeze = () =>
    bench.client.freeze(createEligibilityRequest, {
      type: 'AdminRemove',
      scope,
      name,
      principalId,
      roleDefinitionId,
      justification: 'Grüße "x"',
    });
  const putPath = `${authorizationPath}/roleEligibilityScheduleRequests/${name}`;
  const answer = {
    id: putPath,
    name,
    properties: { scope: '/s', roleDefinitionId, principalId, status: 'revoked', requestType: 'AdminRemove' },
  };

  test('is sent with the same bytes each time', async () => {
    const sent: string[] = [];
    vendor()
      .put(putPath)
      .query({ 'api-version': '2020-10-01' })
      .times(2)
      .reply(201, async (request: Request) => {
        sent.push(await request.text());
        return answer;
      });
    const stored = JSON.parse(JSON.stringify(freeze()));
    await bench.client.callFrozen(stored);
    await bench.client.callFrozen(stored);
    expect(sent).toEqual([stored.body, stored.body]);
  });

  test('returns an answer that was read by the schema of its operation', async () => {
    vendor().put(putPath).query(true).reply(201, answer);
    expect(await bench.client.callFrozen(freeze())).toMatchObject({ name, status: 'Revoked' });
  });

  test('without an answer is sent once and may have arrived', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    vendor().put(putPath).query(true).replyWithError(reset);
    const { arrived, textKey, retryable } = await errorOf(bench.client.callFrozen(freeze()));
    expect({ arrived, textKey, retryable }).toEqual({
      arrived: 'maybe',
      textKey: 'vendor.error.lost',
      retryable: true,
    });
  });

  test('whose connection is refused did not arrive', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    vendor().put(putPath).query(true).times(4).replyWithError(refused);
    const { arrived, textKey } = await errorOf(bench.client.callFrozen(freeze()));
    expect({ arrived, textKey }).toEqual({ arrived: 'no', textKey: 'vendor.error.unreachable' });
  });

  test('with a long Retry-After is not repeated, and the error has the time', async () => {
    vendor().put(putPath).query(true).reply(429, '', { 'retry-after': '600' });
    const { arrived, retryAfterMs } = await errorOf(bench.client.callFrozen(freeze()));
    expect({ arrived, retryAfterMs }).toEqual({ arrived: 'no', retryAfterMs: 600_000 });
  });

  test('with an invalid answer has arrived', async () => {
    vendor().put(putPath).query(true).reply(201, { surprise: true });
    const { arrived, code } = await errorOf(bench.client.callFrozen(freeze()));
    expect({ arrived, code }).toEqual({ arrived: 'yes', code: 'Vendor.Malformed' });
  });
});

describe('an unknown operation', () => {
  test('is never sent', async () => {
    nock.cleanAll();
    const frozen = { operation: 'nope', method: 'PUT', path: '/x', query: '', body: null } as const;
    await expect(bench.client.callFrozen(frozen)).rejects.toThrow(RangeError);
  });
});

describe('tracing', () => {
  const policy = () => bench.client.call(getRoleManagementPolicy, { scope, name: 'p' }, { correlation: 'turn-7' });
  const policyPath = `${authorizationPath}/roleManagementPolicies/p`;

  test('an error has the correlation id of the request and the vendor’s request id', async () => {
    nock(base, { reqheaders: { 'x-vendor-correlation-request-id': 'turn-7' } })
      .get(policyPath)
      .query(true)
      .reply(404, { error: { code: 'Gone', message: 'm' } }, { 'X-Vendor-Request-Id': 'req-1' });
    const { correlationId, requestId } = await errorOf(policy());
    expect({ correlationId, requestId }).toEqual({ correlationId: 'turn-7', requestId: 'req-1' });
  });

  test('a refusal is logged with operation, status and code', async () => {
    nock(base)
      .get(policyPath)
      .query(true)
      .reply(404, { error: { code: 'Gone', message: 'private' } });
    await errorOf(policy());
    const line = bench.lines.find((text) => text.includes('vendor refusal')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      operation: 'getRoleManagementPolicy',
      status: 404,
      code: 'Vendor.Gone',
      correlation: 'turn-7',
    });
  });
});
