import { DAY, iso } from '../../../src/lib/clock.ts';
import { people } from '../../../src/sandbox/world.ts';
import {
  definitionId,
  expiring,
  grantBody,
  inDays,
  ledger,
  listPath,
  production,
  readerToken,
  removalBody,
  requestPath,
  startSandbox,
  stopAll,
} from './support.ts';

const ana = people.ana.objectId;
const name = '64caffb6-55c0-4deb-a585-68e948ea1ad6';

afterEach(stopAll);

describe('a grant', () => {
  test('is answered with 201 and the record of the request', async () => {
    const { request } = await startSandbox();
    const { status, body } = await request(grantBody({ principal: ana, days: 5 }), { name });
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

  test('stands in both lists afterwards', async () => {
    const { request, get } = await startSandbox();
    await request(grantBody({ principal: ana, days: 5 }), { name });
    const window = { startDateTime: iso(inDays(0)), endDateTime: iso(inDays(5)), memberType: 'Direct' };
    for (const list of ['roleEligibilitySchedules', 'roleEligibilityScheduleInstances'] as const) {
      const { body } = await get(listPath(list, ledger, `principalId eq '${ana}'`));
      expect(body.value.filter(({ properties }) => properties['scope'] === ledger)).toMatchObject([
        { properties: window },
      ]);
    }
  });

  test('with field names in small letters is the same', async () => {
    const { request } = await startSandbox();
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

  test('that starts later is in schedules at once and in instances from its time', async () => {
    const { request, all, time } = await startSandbox();
    const counts = async () => {
      const filter = `principalId eq '${ana}' and atScope()`;
      const schedules = await all(listPath('roleEligibilitySchedules', ledger, filter));
      const instances = await all(listPath('roleEligibilityScheduleInstances', ledger, filter));
      return [schedules.length, instances.length];
    };
    await request(grantBody({ principal: ana, startsAt: inDays(2) }));
    const before = await counts();
    time.advance(2 * DAY);
    expect([before, await counts()]).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('is gone from both lists when its time is over', async () => {
    const { request, all, time } = await startSandbox();
    await request(grantBody({ principal: ana }));
    time.advance(DAY);
    const filter = `principalId eq '${ana}' and atScope()`;
    const schedules = await all(listPath('roleEligibilitySchedules', ledger, filter));
    const instances = await all(listPath('roleEligibilityScheduleInstances', ledger, filter));
    expect([...schedules, ...instances]).toEqual([]);
  });

  test('of the same role at the same place to the same principal exists already, from its future start to its end', async () => {
    const { request, time } = await startSandbox();
    const again = async () => (await request(grantBody({ principal: ana, startsAt: inDays(9) }))).body.error?.code;
    await request(grantBody({ principal: ana, startsAt: inDays(1) }));
    const early = await again();
    time.advance(2 * DAY);
    expect([early, await again()]).toEqual(['RoleAssignmentExists', undefined]);
  });

  test.each([400, 409] as const)('that exists already can be told with %i', async (status) => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'assignment-exists', status });
    await request(grantBody({ principal: ana }));
    expect((await request(grantBody({ principal: ana }))).status).toBe(status);
  });

  test('at another place, of another role or to another principal is another one', async () => {
    const { request } = await startSandbox();
    await request(grantBody({ principal: ana }));
    const others = [
      await request(grantBody({ principal: ana }), { scope: production }),
      await request(grantBody({ principal: ana, role: 'contributor' })),
      await request(grantBody({ principal: people.bo.objectId })),
    ];
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('sent twice at once is granted once', async () => {
    const { request } = await startSandbox();
    const both = await Promise.all([request(grantBody({ principal: ana })), request(grantBody({ principal: ana }))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('to an unknown principal is refused, unless anybody is taken', async () => {
    const unknown = grantBody({ principal: '00000000-0000-4000-8000-00000000beef' });
    const [strict, open] = [await startSandbox(), await startSandbox({ anyPrincipal: true })];
    const replies = [await strict.request(unknown), await open.request(unknown)];
    expect(replies.map(({ body }) => body.error?.code)).toEqual(['PrincipalNotFound', undefined]);
  });
});

describe('a removal', () => {
  test('is answered with Revoked and takes the row out of both lists', async () => {
    const { request, all } = await startSandbox();
    await request(grantBody({ principal: ana }));
    const { status, body } = await request(removalBody({ principal: ana }));
    const left = await all(listPath('roleEligibilitySchedules', ledger, `principalId eq '${ana}' and atScope()`));
    expect([status, body.properties['status'], left]).toEqual([201, 'Revoked', []]);
  });

  test('leaves the way free for the next grant', async () => {
    const { request } = await startSandbox();
    await request(grantBody({ principal: ana }));
    await request(removalBody({ principal: ana }));
    expect((await request(grantBody({ principal: ana }))).status).toBe(201);
  });

  test('of nothing is RoleAssignmentDoesNotExist', async () => {
    const { request } = await startSandbox();
    expect((await request(removalBody({ principal: ana }))).body.error.code).toBe('RoleAssignmentDoesNotExist');
  });

  test('of what is only inherited or held by a group removes nothing', async () => {
    const { request } = await startSandbox();
    const gwen = '71c0a5d2-0b6e-4f19-93a8-2d4c6e8f0a11';
    const replies = [
      await request(removalBody({ principal: gwen, role: 'contributor' })),
      await request(removalBody({ principal: ana }), { scope: production }),
    ];
    expect(replies.map(({ body }) => body.error.code)).toEqual(Array(2).fill('RoleAssignmentDoesNotExist'));
  });

  test('keeps the policy of its role, unless removals are free', async () => {
    const { request, sandbox } = await startSandbox();
    const bare = removalBody({ principal: ana, role: 'contributor' }, { Justification: undefined });
    await request(grantBody({ principal: ana, role: 'contributor' }));
    const strict = await request(bare);
    sandbox.faults.set({ kind: 'free-removal' });
    expect([strict.status, (await request(bare)).status]).toEqual([400, 201]);
  });
});

describe('a body that is not as documented', () => {
  test.each<[string, unknown]>([
    ['no properties', {}],
    ['a list', []],
    ['no role', grantBody({ principal: ana }, { RoleDefinitionId: undefined })],
    ['a bare role id', grantBody({ principal: ana }, { RoleDefinitionId: definitionId('reader').slice(-36) })],
    [
      'a role id of another subscription',
      grantBody(
        { principal: ana },
        {
          RoleDefinitionId: definitionId('reader').replace(
            production,
            '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02',
          ),
        },
      ),
    ],
    [
      'a role id of another namespace',
      grantBody({ principal: ana }, { RoleDefinitionId: definitionId('reader').replace('Vendor', 'Microsoft') }),
    ],
    ['a principal that is no GUID', grantBody({ principal: 'ana' })],
    ['another request type', grantBody({ principal: ana }, { RequestType: 'SelfActivate' })],
    ['no schedule', grantBody({ principal: ana }, { ScheduleInfo: undefined })],
    ['no start', grantBody({ principal: ana }, { ScheduleInfo: { Expiration: { Type: 'NoExpiration' } } })],
    ['no expiration', grantBody({ principal: ana }, { ScheduleInfo: expiring(undefined) })],
    [
      'a start that is not UTC',
      grantBody(
        { principal: ana },
        { ScheduleInfo: { StartDateTime: '2026-03-02T09:00:00+02:00', Expiration: { Type: 'NoExpiration' } } },
      ),
    ],
    ['another expiration type', grantBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'Never' }) })],
    ['no duration', grantBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'AfterDuration' }) })],
    [
      'an unreadable duration',
      grantBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'AfterDuration', Duration: '5 days' }) }),
    ],
    [
      'no length',
      grantBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'AfterDuration', Duration: 'P0D' }) }),
    ],
    ['no end', grantBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'AfterDateTime' }) })],
    [
      'an end before the start',
      grantBody(
        { principal: ana },
        { ScheduleInfo: expiring({ Type: 'AfterDateTime', EndDateTime: iso(inDays(-1)) }) },
      ),
    ],
    ['an end that has passed', grantBody({ principal: ana, startsAt: inDays(-3), days: 1 })],
    [
      'a removal with a schedule',
      removalBody({ principal: ana }, { ScheduleInfo: expiring({ Type: 'NoExpiration' }) }),
    ],
  ])('%s', async (_what, body) => {
    const { request } = await startSandbox();
    const reply = await request(body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'InvalidRequestContent']);
  });

  test('is refused before it is read when it is no JSON', async () => {
    const { request } = await startSandbox();
    expect((await request('{"Properties":')).body.error.code).toBe('InvalidRequestContent');
  });

  test('a name that is no GUID is refused', async () => {
    const { request } = await startSandbox();
    expect((await request(grantBody({ principal: ana }), { name: 'grant-1' })).body.error.code).toBe(
      'InvalidRequestName',
    );
  });

  test('a role that nobody knows is told', async () => {
    const { request } = await startSandbox();
    const unknown = definitionId('reader').replace(/.{4}$/, 'beef');
    const reply = await request(grantBody({ principal: ana }, { RoleDefinitionId: unknown }));
    expect([reply.status, reply.body.error.code]).toEqual([404, 'RoleDefinitionDoesNotExist']);
  });
});

test('who may only read is refused and changes nothing', async () => {
  const { send, request } = await startSandbox();
  const refused = await send(requestPath(name, ledger), {
    method: 'PUT',
    headers: { authorization: readerToken },
    body: grantBody({ principal: ana }),
  });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'AuthorizationFailed']);
  expect((await request(grantBody({ principal: ana }), { name })).status).toBe(201);
});
