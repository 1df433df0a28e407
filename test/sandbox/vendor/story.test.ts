import { DAY } from '../../../src/lib/clock.ts';
import { cloud, people } from '../../../src/sandbox/world.ts';
import {
  definitionId,
  type Item,
  inDays,
  ledger,
  listPath,
  production,
  type Running,
  startSandbox,
  stopAll,
} from './support.ts';

const gateway = `${production}/resourceGroups/rg-gateway`;
const authorization = `${production}/providers/Vendor.Authorization`;

let running: Running;
beforeAll(async () => {
  running = await startSandbox();
});
afterAll(stopAll);

describe('the story has something to show', () => {
  test.each([
    listPath('roleEligibilitySchedules', production),
    listPath('roleEligibilitySchedules', production, 'atScope()'),
    listPath('roleEligibilityScheduleInstances', production),
    listPath('roleEligibilityScheduleInstances', production, 'atScope()'),
    listPath('roleEligibilitySchedules', ledger),
    `${authorization}/roleDefinitions?api-version=2022-04-01`,
    `${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01`,
  ])('three pages or more, each item once: %s', async (path) => {
    const names = (await running.all(path)).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a page holds five', async () => {
    expect((await running.get(listPath('roleEligibilitySchedules', production))).body.value).toHaveLength(5);
  });

  test.each([
    ['someone who starts later', (item: Item) => Date.parse(String(item.properties['startDateTime'])) > inDays(0)],
    [
      'someone who ends in three days',
      (item: Item) => item.properties['endDateTime'] === new Date(inDays(3)).toISOString(),
    ],
    ['someone without an end', (item: Item) => item.properties['endDateTime'] === null],
    ['a program', (item: Item) => item.properties['principalType'] === 'ServicePrincipal'],
    ['a group', (item: Item) => item.properties['principalType'] === 'Group'],
    ['what is inherited', (item: Item) => item.properties['memberType'] === 'Inherited'],
  ])('%s', async (_what, fits) => {
    expect((await running.all(listPath('roleEligibilitySchedules', production))).filter(fits)).not.toEqual([]);
  });
});

test('Ana has Reader on rg-gateway until in nine days, and Reader everywhere through the Payments team', async () => {
  const items = await running.all(
    listPath('roleEligibilitySchedules', gateway, `assignedTo('${people.ana.objectId}')`),
  );
  const shown = items.map(({ properties }) => [
    properties['scope'],
    properties['memberType'],
    properties['endDateTime'],
  ]);
  expect(shown).toEqual([
    ['/providers/Vendor.Management/managementGroups/mg-northwind', 'Group', null],
    [gateway, 'Direct', new Date(inDays(0) + 9 * DAY).toISOString()],
  ]);
});

test.each([production, ledger])('nobody of the chat has anything directly on %s', async (scope) => {
  const ids = Object.values(people).map(({ objectId }) => objectId as string);
  const items = await running.all(listPath('roleEligibilitySchedules', scope, 'atScope()'));
  expect(items.filter(({ properties }) => ids.includes(String(properties['principalId'])))).toEqual([]);
});

describe('roles and their policies', () => {
  test('a role is found by its name', async () => {
    const filter = encodeURIComponent("roleName eq 'Key Vault Secrets User'");
    const path = `${authorization}/roleDefinitions?api-version=2022-04-01&$filter=${filter}`;
    const { body } = await running.get(path);
    expect(body.value).toMatchObject([
      {
        id: definitionId('secretsUser'),
        name: cloud.roles.secretsUser.id,
        properties: { roleName: 'Key Vault Secrets User' },
      },
    ]);
  });

  test('above subscriptions a role id has no subscription', async () => {
    const managementGroup = '/providers/Vendor.Management/managementGroups/mg-northwind';
    const { body } = await running.get(
      `${managementGroup}/providers/Vendor.Authorization/roleDefinitions?api-version=2022-04-01`,
    );
    expect(body.value[0]?.id).toBe(`/providers/Vendor.Authorization/roleDefinitions/${cloud.roles.reader.id}`);
  });

  test.each([
    ['reader', 'P90D', false, []],
    ['contributor', 'P30D', true, ['Justification']],
    ['secretsUser', 'P14D', true, ['Justification', 'Ticketing']],
    ['accessAdministrator', 'P7D', true, ['MultiFactorAuthentication']],
    ['owner', 'P1D', true, ['Justification']],
  ] as const)('the policy of %s', async (role, maximumDuration, isExpirationRequired, enabledRules) => {
    const filter = encodeURIComponent(`roleDefinitionId eq '${definitionId(role)}'`);
    const assignments = await running.all(
      `${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01&$filter=${filter}`,
    );
    const { body } = await running.get(`${String(assignments[0]?.properties['policyId'])}?api-version=2020-10-01`);
    expect(body.properties['rules']).toMatchObject([
      { id: 'Expiration_Admin_Eligibility', maximumDuration, isExpirationRequired },
      { id: 'Enablement_Admin_Eligibility', enabledRules },
    ]);
  });

  test('an unknown policy is told', async () => {
    const path = `${authorization}/roleManagementPolicies/${people.ana.objectId}?api-version=2020-10-01`;
    expect((await running.get(path)).body.error.code).toBe('RoleManagementPolicyNotFound');
  });
});
