import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { others } from '../../cloud/story/directory.ts';
import { people } from '../../world.ts';
import {
  ana,
  anasGrants,
  definitionId,
  expectAnswers,
  expiring,
  grantBody,
  inDays,
  ledger,
  managementGroup,
  requestName as name,
  production,
  readerToken,
  removalBody,
  requestPath,
  startSandbox,
  useSandbox,
} from './support.ts';

const running = useSandbox();
const { request, send } = running;

const vault = `${ledger}/providers/Vendor.KeyVault/vaults/kv-ledger`;
const collections = ['roleEligibilitySchedules', 'roleEligibilityScheduleInstances'] as const;

test('a grant returns 201 and the record of the request', async () => {
  const { status, body } = await request(grantBody({ days: 5 }), { name });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: `${ledger}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${name}`,
    name,
    type: 'Vendor.Authorization/roleEligibilityScheduleRequests',
    properties: {
      scope: ledger,
      roleDefinitionId: definitionId('reader'),
      principalId: ana,
      principalType: 'User',
      requestType: 'AdminAssign',
      status: 'Provisioned',
      justification: 'Ledger release 42',
      ticketInfo: { ticketNumber: 'CHG-1', ticketSystem: 'Desk' },
      scheduleInfo: { startDateTime: iso(inDays(0)), expiration: { type: 'AfterDuration', duration: 'P5D' } },
      expandedProperties: { principal: { displayName: 'Ana Rossi' }, roleDefinition: { displayName: 'Reader' } },
    },
  });
});

test.each([
  ['management group', managementGroup],
  ['subscription', production],
  ['resource group', ledger],
  ['resource', vault],
])('a grant can be made, listed and removed at a %s', async (_, scope) => {
  const granted = await running.request(grantBody(), { scope });
  const listed = await anasGrants(running, 'roleEligibilitySchedules', scope);
  const removed = await running.request(removalBody(), { scope });
  const scopes = listed.map(({ properties }) => properties['scope']);
  expect([granted.status, scopes, removed.status]).toEqual([201, [scope], 201]);
});

test.each([
  ['user', others.kira, 'User'],
  ['group', others.responders, 'Group'],
  ['service principal', others.ledgerDeploy, 'ServicePrincipal'],
])('a grant can be made to a %s', async (_, { id }, principalType) => {
  const { status, body } = await request(grantBody({ principal: id, role: 'owner' }), { scope: vault });
  expect([status, body.properties['principalType']]).toEqual([201, principalType]);
});

test.each([
  ['AfterDateTime', 'EndDateTime', 3],
  ['AfterDuration', 'Duration', 5],
  ['NoExpiration', 'no end', undefined],
])('a grant of expiration type %s, with both ends in the body, gets %s', async (Type, _, days) => {
  const both = { Type, EndDateTime: iso(inDays(3)), Duration: 'P5D' };
  await running.request(grantBody({}, { ScheduleInfo: expiring(both) }));
  const [row] = await anasGrants(running);
  expect(row?.properties['endDateTime']).toBe(days === undefined ? null : iso(inDays(days)));
});

test('a grant may have field names in small letters and ids in capitals', async () => {
  const body = {
    properties: {
      roleDefinitionId: definitionId('reader').toUpperCase(),
      principalId: ana.toUpperCase(),
      requestType: 'AdminAssign',
      scheduleInfo: { startDateTime: iso(inDays(0)), expiration: { type: 'NoExpiration' } },
    },
  };
  expect((await request(body)).status).toBe(201);
});

test.each([
  ['with a later start is in the schedules at once, in the instances from its start', 2, [1, 0], [1, 1]],
  ['is in neither list after its end', 0, [1, 1], [0, 0]],
])('a grant %s', async (_, startDay, before, after) => {
  const counts = () => Promise.all(collections.map(async (list) => (await anasGrants(running, list)).length));
  await running.request(grantBody({ startsAt: inDays(startDay) }));
  const first = await counts();
  running.time.advance(Math.max(startDay, 1) * DAY);
  expect([first, await counts()]).toEqual([before, after]);
});

test('a grant of the same role, scope and principal is refused from the first grant’s future start to its end', async () => {
  const code = async () => (await request(grantBody({ startsAt: inDays(9) }))).body.error?.code;
  await request(grantBody({ startsAt: inDays(1) }));
  const early = await code();
  running.time.advance(2 * DAY);
  expect([early, await code()]).toEqual(['RoleAssignmentExists', undefined]);
});

test('a grant that begins when the first one ends is taken with the fault adjacent-assignments, an overlapping one is not', async () => {
  running.sandbox.faults.set({ kind: 'adjacent-assignments' });
  await running.request(grantBody({ startsAt: inDays(0), days: 5 }));
  const overlapping = await running.request(grantBody({ startsAt: inDays(4), days: 5 }));
  const adjacent = await running.request(grantBody({ startsAt: inDays(5), days: 5 }));
  expect([overlapping.body.error?.code, adjacent.status]).toEqual(['RoleAssignmentExists', 201]);
});

test('a grant that exists already is refused and stays unchanged', async () => {
  await running.request(grantBody({ days: 5 }));
  const before = await anasGrants(running);
  const refused = await running.request(grantBody({ days: 9 }));
  const error = { code: 'RoleAssignmentExists', message: 'The Role assignment already exists.' };
  expect([refused.status, refused.body.error, await anasGrants(running)]).toEqual([400, error, before]);
});

test('a grant at another scope, of another role or to another principal is accepted beside the first', async () => {
  await request(grantBody());
  const more = [
    await request(grantBody(), { scope: production }),
    await request(grantBody({ role: 'contributor' })),
    await request(grantBody({ principal: people.bo.objectId })),
  ];
  expect(more.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('a grant sent twice at the same time is granted once', async () => {
  const both = await Promise.all([request(grantBody()), request(grantBody())]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test('a grant to an unknown principal is refused, unless the sandbox accepts any principal', async () => {
  const unknown = grantBody({ principal: '00000000-0000-4000-8000-00000000beef' });
  const [strict, open] = [await startSandbox(), await startSandbox({ anyPrincipal: true })];
  const replies = [await strict.request(unknown), await open.request(unknown)];
  expect(replies.map(({ body }) => body.error?.code)).toEqual(['SubjectNotFound', undefined]);
});

test('a removal returns Revoked, takes the grant out of the list and allows the next grant', async () => {
  await running.request(grantBody());
  const { status, body } = await running.request(removalBody());
  expect([status, body.properties['status'], await anasGrants(running)]).toEqual([201, 'Revoked', []]);
  expect((await running.request(grantBody())).status).toBe(201);
});

test.each([
  [
    'of an inherited grant',
    removalBody({ principal: '71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a11', role: 'contributor' }),
    ledger,
  ],
  ['of a group’s grant', removalBody(), production],
])('a removal %s is refused', async (_, body, scope) => {
  expect((await request(body, { scope })).body.error.code).toBe('RoleAssignmentDoesNotExist');
});

test('a removal follows its role’s policy, unless the fault free-removal is set', async () => {
  const bare = removalBody({ role: 'contributor' }, { Justification: undefined });
  await request(grantBody({ role: 'contributor' }));
  const strict = await request(bare);
  running.sandbox.faults.set({ kind: 'free-removal' });
  expect([strict.status, (await request(bare)).status]).toEqual([400, 201]);
});

const invalid = '400 InvalidRequestContent';
const put = (body: unknown) => [invalid, requestPath(name, ledger), { body }] as const;
const terms = (properties: Readonly<Record<string, unknown>>) => put(grantBody({}, properties));
const schedule = (expiration: unknown) => terms({ ScheduleInfo: expiring(expiration) });
const reader = definitionId('reader');
const staging = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02';

test('a request that cannot be read is refused', async () =>
  expectAnswers(
    await startSandbox(),
    {
      'no properties': put({}),
      'a list': put([]),
      'text that is no JSON': put('{"Properties":'),
      'no role': terms({ RoleDefinitionId: undefined }),
      'a bare role id': terms({ RoleDefinitionId: reader.slice(-36) }),
      'a role id of another subscription': terms({ RoleDefinitionId: reader.replace(production, staging) }),
      'a role id without the subscription': terms({ RoleDefinitionId: reader.replace(production, '') }),
      'a role id of another namespace': terms({ RoleDefinitionId: reader.replace('Vendor', 'Microsoft') }),
      'a principal that is no GUID': terms({ PrincipalId: 'ana' }),
      'another request type': terms({ RequestType: 'SelfActivate' }),
      'no schedule': terms({ ScheduleInfo: undefined }),
      'no start': terms({ ScheduleInfo: { Expiration: { Type: 'NoExpiration' } } }),
      'a start that is not UTC': terms({
        ScheduleInfo: { StartDateTime: '2026-03-02T09:00:00+02:00', Expiration: { Type: 'NoExpiration' } },
      }),
      'no expiration': schedule(undefined),
      'another expiration type': schedule({ Type: 'Never' }),
      'no duration': schedule({ Type: 'AfterDuration' }),
      'an unreadable duration': schedule({ Type: 'AfterDuration', Duration: '5 days' }),
      'a duration of zero': schedule({ Type: 'AfterDuration', Duration: 'P0D' }),
      'no end date': schedule({ Type: 'AfterDateTime' }),
      'an end before the start': schedule({ Type: 'AfterDateTime', EndDateTime: iso(inDays(-1)) }),
      'an end that has passed': put(grantBody({ startsAt: inDays(-3), days: 1 })),
      'a schedule in a removal': put(removalBody({}, { ScheduleInfo: expiring({ Type: 'NoExpiration' }) })),
      'a name that is no GUID': ['400 InvalidRequestName', requestPath('grant-1', ledger), { body: grantBody() }],
      'an unknown role': [
        '404 RoleDefinitionDoesNotExist',
        requestPath(name, ledger),
        { body: grantBody({}, { RoleDefinitionId: reader.replace(/.{4}$/, 'beef') }) },
      ],
    },
    { method: 'PUT' },
  ));

test('without the right to write at the scope a request is refused, and its name can be used afterwards', async () => {
  for (const body of [grantBody(), removalBody()]) {
    const headers = { authorization: readerToken };
    const refused = await send(requestPath(name, ledger), { method: 'PUT', body, headers });
    const message = expect.stringContaining(`'Vendor.Authorization/roleAssignments/write' over scope '${ledger}'`);
    expect([refused.status, refused.body.error]).toEqual([403, { code: 'AuthorizationFailed', message }]);
  }
  expect((await request(grantBody(), { name })).status).toBe(201);
});
