import { randomUUID } from 'node:crypto';
import { AuthorizationManagementClient, type RoleEligibilityScheduleRequest } from '@azure/arm-authorization';
import { collect, refusalOf } from './reading.ts';
import { unread } from './unread.ts';
import { startWired, type Wired } from './wire.ts';

/** List, create, page, errors. A request is not polled: the client reads it again by its GUID. */
describe.each(['Vendor', 'Microsoft'] as const)('arm-authorization in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: AuthorizationManagementClient;
  let scope: string;

  beforeAll(async () => {
    wired = await startWired(namespace);
    client = new AuthorizationManagementClient(wired.credential, wired.info.subscriptionId, wired.options);
    scope = `subscriptions/${wired.info.subscriptionId}`;
  });
  afterAll(() => wired.sandbox.stop());

  const grant = (more: Partial<RoleEligibilityScheduleRequest> = {}): RoleEligibilityScheduleRequest => ({
    principalId: wired.info.principals[0] ?? '',
    roleDefinitionId: wired.info.roles.plain,
    requestType: 'AdminAssign',
    scheduleInfo: { startDateTime: new Date(), expiration: { type: 'AfterDuration', duration: 'P5D' } },
    ...more,
  });

  test.each(['roleEligibilitySchedules', 'roleEligibilityScheduleInstances'] as const)(
    'reads every page and every field of %s',
    async (list) => {
      const { items, pages, answers } = await collect(wired, client[list].listForScope(scope));
      expect(pages).toBeGreaterThanOrEqual(3);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(unread(answers, items)).toEqual(['nextLink']);
    },
  );

  it('filters the schedules of one principal', async () => {
    const principalId = wired.info.principals[0];
    await client.roleEligibilityScheduleRequests.create(scope, randomUUID(), grant());
    const filter = `principalId eq '${principalId}'`;
    const { items } = await collect(wired, client.roleEligibilitySchedules.listForScope(scope, { filter }));
    expect(items.map((item) => item.principalId)).toContain(principalId);
    expect(new Set(items.map((item) => item.principalId)).size).toBe(1);
  });

  it('asks for an eligibility and reads every field of the answer', async () => {
    const name = randomUUID();
    const principalId = wired.info.principals[1] ?? '';
    const made = await client.roleEligibilityScheduleRequests.create(scope, name, grant({ principalId }));
    expect(made).toMatchObject({ name, status: 'Provisioned', requestType: 'AdminAssign', principalId });
    expect(unread(wired.answers.at(-1), made)).toEqual([]);
  });

  it('finds a request by its GUID, with the condition that it was made with', async () => {
    const name = randomUUID();
    const condition = "@Resource[Microsoft.Storage/storageAccounts:name] StringEquals 'ledger'";
    const more = { principalId: wired.info.principals[4] ?? '', condition, conditionVersion: '2.0' };
    await client.roleEligibilityScheduleRequests.create(scope, name, grant(more));
    const found = await client.roleEligibilityScheduleRequests.get(scope, name);
    expect(found).toMatchObject({ name, status: 'Provisioned', ...more });
    expect(unread(wired.answers.at(-1), found)).toEqual([]);
    const schedules = client.roleEligibilitySchedules.listForScope(scope, {
      filter: `principalId eq '${more.principalId}'`,
    });
    expect((await collect(wired, schedules)).items).toMatchObject([{ condition, conditionVersion: '2.0' }]);
  });

  it('reads role definitions and role management policies', async () => {
    const definitions = await collect(wired, client.roleDefinitions.list(scope));
    expect(unread(definitions.answers, definitions.items)).toEqual(['nextLink']);
    const assignments = await collect(wired, client.roleManagementPolicyAssignments.listForScope(scope));
    expect(unread(assignments.answers, assignments.items)).toEqual(['nextLink']);
    const policyId = assignments.items[0]?.policyId ?? '';
    const policy = await client.roleManagementPolicies.get(scope, policyId.split('/').at(-1) ?? '');
    expect(unread(wired.answers.at(-1), policy)).toEqual([]);
  });

  it('reads code and message of a refusal', async () => {
    const before = grant({ principalId: wired.info.principals[2] ?? '' });
    await client.roleEligibilityScheduleRequests.create(scope, randomUUID(), before);
    const again = client.roleEligibilityScheduleRequests.create(scope, randomUUID(), before);
    expect(await refusalOf(again)).toMatchObject({ statusCode: 400, code: 'RoleAssignmentExists' });
    const ticketless = client.roleEligibilityScheduleRequests.create(
      scope,
      randomUUID(),
      grant({ principalId: wired.info.principals[3] ?? '', roleDefinitionId: wired.info.roles.ticket }),
    );
    expect(await refusalOf(ticketless)).toMatchObject({ code: 'RoleAssignmentRequestPolicyValidationFailed' });
  });

  it('waits as a throttled answer says, then reads on', async () => {
    wired.sandbox.faults.set({ kind: 'throttle', count: 1, retryAfter: 0 });
    const { items } = await collect(wired, client.roleDefinitions.list(scope));
    expect(items.length).toBeGreaterThan(5);
  });
});
