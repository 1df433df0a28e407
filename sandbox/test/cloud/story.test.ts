import { iso } from '../../../src/platform/lib/clock.ts';
import { operations } from '../../cloud/operations/index.ts';
import { cloud, people } from '../../world.ts';
import {
  ana,
  definitionId,
  type Item,
  inDays,
  ledger,
  listPath,
  managementGroup,
  production,
  useSharedSandbox,
} from './support.ts';

const gateway = `${production}/resourceGroups/rg-gateway`;
const authorization = `${production}/providers/Vendor.Authorization`;

const running = useSharedSandbox();

test.each([
  listPath('roleEligibilitySchedules', production),
  listPath('roleEligibilitySchedules', production, 'atScope()'),
  listPath('roleEligibilityScheduleInstances', production),
  listPath('roleEligibilityScheduleInstances', production, 'atScope()'),
  listPath('roleEligibilitySchedules', ledger),
  `${authorization}/roleDefinitions?api-version=2022-04-01`,
  `${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01`,
])('the eligibilities of the demo data fill three pages or more, each item once: %s', async (path) => {
  const names = (await running.all(path)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['one that starts later', (item: Item) => Date.parse(String(item.properties['startDateTime'])) > inDays(0)],
  ['one that ends in three days', (item: Item) => item.properties['endDateTime'] === iso(inDays(3))],
  ['one without an end', (item: Item) => item.properties['endDateTime'] === null],
  ['one of a service principal', (item: Item) => item.properties['principalType'] === 'ServicePrincipal'],
  ['one of a group', (item: Item) => item.properties['principalType'] === 'Group'],
  ['an inherited one', (item: Item) => item.properties['memberType'] === 'Inherited'],
])('the eligibilities of the demo data contain %s', async (_what, fits) => {
  expect((await running.all(listPath('roleEligibilitySchedules', production))).filter(fits)).not.toEqual([]);
});

test('Ana is eligible on rg-gateway for nine days, and everywhere through the Payments team', async () => {
  const items = await running.all(listPath('roleEligibilitySchedules', gateway, `assignedTo('${ana}')`));
  const shown = items.map(({ properties }) => [
    properties['scope'],
    properties['memberType'],
    properties['endDateTime'],
  ]);
  expect(shown).toEqual([
    [managementGroup, 'Group', null],
    [gateway, 'Direct', iso(inDays(9))],
  ]);
});

test.each([production, ledger])('no person of the chat has a direct eligibility on %s', async (scope) => {
  const ids = Object.values(people).map(({ objectId }) => objectId as string);
  const items = await running.all(listPath('roleEligibilitySchedules', scope, 'atScope()'));
  expect(items.filter(({ properties }) => ids.includes(String(properties['principalId'])))).toEqual([]);
});

test('a role definition is found by its name', async () => {
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

test('a role id at a management group has no subscription', async () => {
  const { body } = await running.get(
    `${managementGroup}/providers/Vendor.Authorization/roleDefinitions?api-version=2022-04-01`,
  );
  expect(body.value[0]?.id).toBe(`/providers/Vendor.Authorization/roleDefinitions/${cloud.roles.reader.id}`);
});

test('each role has its own policy', async () => {
  const roles = await running.all(`${authorization}/roleDefinitions?api-version=2022-04-01`);
  const assignments = await running.all(`${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01`);
  expect(assignments.map(({ properties }) => properties['roleDefinitionId'])).toEqual(roles.map(({ id }) => id));
  expect(new Set(assignments.map(({ properties }) => properties['policyId'])).size).toBe(roles.length);
});

test.each([
  ['read', undefined],
  ['write', ['Owner', 'User Access Administrator']],
])('the right to %s role assignments is in the roles %j (undefined: in all)', async (verb, names) => {
  const action = `Vendor.Authorization/roleAssignments/${verb}`;
  const fits = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i').test(action);
  const nameOf = ({ properties }: Item): string => String(properties['roleName']);
  const roles = await running.all(`${authorization}/roleDefinitions?api-version=2022-04-01`);
  const allowed = roles.filter(({ properties }) =>
    (properties['permissions'] as { actions: string[]; notActions: string[] }[]).some(
      ({ actions, notActions }) => actions.some(fits) && !notActions.some(fits),
    ),
  );
  expect(allowed.map(nameOf).sort()).toEqual(names ?? roles.map(nameOf).sort());
});

test.each(['listEligibilitySchedules', 'listEligibilityScheduleInstances'] as const)(
  '%s requires the right to read role assignments',
  (id) => expect(operations[id].action).toBe('{ns}.Authorization/roleAssignments/read'),
);

test.each([
  ['reader', 'P90D', false, []],
  ['contributor', 'P30D', true, ['Justification']],
  ['secretsUser', 'P14D', true, ['Justification', 'Ticketing']],
  ['accessAdministrator', 'P7D', true, ['MultiFactorAuthentication']],
  ['owner', 'P1D', true, ['Justification']],
] as const)(
  'the policy of %s has the maximum duration %s, required %s, and the rules %j',
  async (role, maximumDuration, isExpirationRequired, enabledRules) => {
    const filter = encodeURIComponent(`roleDefinitionId eq '${definitionId(role)}'`);
    const assignments = await running.all(
      `${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01&$filter=${filter}`,
    );
    const { body } = await running.get(`${String(assignments[0]?.properties['policyId'])}?api-version=2020-10-01`);
    expect(body.properties['rules']).toMatchObject([
      { id: 'Expiration_Admin_Eligibility', maximumDuration, isExpirationRequired },
      { id: 'Enablement_Admin_Eligibility', enabledRules },
    ]);
  },
);
