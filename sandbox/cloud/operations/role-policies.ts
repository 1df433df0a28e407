import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { findPlace, lastSegment, roleDefinitionId } from '../access/scope.ts';
import { parseFilter } from '../odata.ts';
import { type Call, Refusal, type SandboxOperation } from '../operation.ts';
import { type Numbered, page, queryValue } from '../paging.ts';
import type { Place } from '../story/places.ts';
import { type Role, roles } from '../story/roles.ts';

const policyVersions = ['2020-10-01'];
const BUILT = iso(Date.UTC(2020, 0, 1));

/** Role definitions and their policies (docs/sources.md, Roles). */
export const rolePolicies = {
  listRoleDefinitions: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleDefinitions',
    versions: ['2022-04-01'],
    action: '{ns}.Authorization/roleAssignments/read',
    handle: async (call) => {
      const place = placeOf(call);
      const terms = parseFilter(queryValue(call.query, '$filter'), { roleName: 'equals' });
      const wanted = numbered(roles).filter((role) =>
        terms.every(({ value }) => role.name.toLowerCase() === value.toLowerCase()),
      );
      return page(call, wanted, (role) => definitionRecord(call, place, role));
    },
  },
  listRoleManagementPolicyAssignments: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleManagementPolicyAssignments',
    versions: policyVersions,
    action: '{ns}.Authorization/roleAssignments/read',
    handle: async (call) => {
      const place = placeOf(call);
      const terms = parseFilter(queryValue(call.query, '$filter'), { roleDefinitionId: 'equals' });
      const wanted = numbered(roles).filter((role) =>
        terms.every(({ value }) => role.id === lastSegment(value).toLowerCase()),
      );
      return page(call, wanted, (role) => assignmentRecord(call, place, role));
    },
  },
  getRoleManagementPolicy: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleManagementPolicies/{name}',
    versions: policyVersions,
    action: '{ns}.Authorization/roleAssignments/read',
    handle: async (call) => {
      const place = placeOf(call);
      const name = (call.params['name'] ?? '').toLowerCase();
      const role = roles.find(({ policy }) => policy.name === name);
      if (!role) throw new Refusal(404, 'RoleManagementPolicyNotFound', `The policy '${name}' does not exist.`);
      return { status: 200, body: policyRecord(call, place, role) };
    },
  },
} as const satisfies Record<string, SandboxOperation>;

const placeOf = (call: Call): Place => findPlace(call.world, call.params['scope'] ?? '');

const numbered = (all: readonly Role[]): readonly (Role & Numbered)[] =>
  all.map((role, index) => ({ ...role, seq: index + 1 }));

const typeOf = (call: Call, collection: string): string => `${call.world.namespace}.Authorization/${collection}`;

const definitionRecord = (call: Call, place: Place, role: Role): unknown => ({
  id: roleDefinitionId(call.world, place, role.id),
  name: role.id,
  type: typeOf(call, 'roleDefinitions'),
  properties: {
    roleName: role.name,
    type: 'BuiltInRole',
    description: role.description,
    assignableScopes: ['/'],
    permissions: [
      {
        actions: role.actions.map((action) => action.replace('{ns}', call.world.namespace)),
        notActions: role.notActions.map((action) => action.replace('{ns}', call.world.namespace)),
        dataActions: [],
        notDataActions: [],
      },
    ],
    createdOn: BUILT,
    updatedOn: BUILT,
    createdBy: null,
    updatedBy: null,
  },
});

const policyId = (call: Call, place: Place, role: Role): string =>
  `${place.path}/providers/${typeOf(call, 'roleManagementPolicies')}/${role.policy.name}`;

const assignmentRecord = (call: Call, place: Place, role: Role): unknown => {
  const name = `${role.policy.name}_${role.id}`;
  return {
    id: `${place.path}/providers/${typeOf(call, 'roleManagementPolicyAssignments')}/${name}`,
    name,
    type: typeOf(call, 'roleManagementPolicyAssignments'),
    properties: {
      scope: place.path,
      roleDefinitionId: roleDefinitionId(call.world, place, role.id),
      policyId: policyId(call, place, role),
      effectiveRules: policyRules(role),
      policyAssignmentProperties: {
        scope: { id: place.path, displayName: place.name, type: place.kind },
        roleDefinition: {
          id: roleDefinitionId(call.world, place, role.id),
          displayName: role.name,
          type: 'BuiltInRole',
        },
        policy: { id: policyId(call, place, role), lastModifiedDateTime: BUILT },
      },
    },
  };
};

const policyRecord = (call: Call, place: Place, role: Role): unknown => ({
  id: policyId(call, place, role),
  name: role.policy.name,
  type: typeOf(call, 'roleManagementPolicies'),
  properties: {
    scope: place.path,
    displayName: role.name,
    isOrganizationDefault: false,
    lastModifiedDateTime: BUILT,
    rules: policyRules(role),
    effectiveRules: policyRules(role),
  },
});

const target = { caller: 'Admin', operations: ['All'], level: 'Eligibility' };

const policyRules = ({ policy }: Role): readonly unknown[] => [
  {
    id: 'Expiration_Admin_Eligibility',
    ruleType: 'RoleManagementPolicyExpirationRule',
    isExpirationRequired: policy.expirationRequired,
    maximumDuration: `P${policy.maximumMs / DAY}D`,
    target,
  },
  {
    id: 'Enablement_Admin_Eligibility',
    ruleType: 'RoleManagementPolicyEnablementRule',
    enabledRules: [
      ...(policy.mfa ? ['MultiFactorAuthentication'] : []),
      ...(policy.justification ? ['Justification'] : []),
      ...(policy.ticketing ? ['Ticketing'] : []),
    ],
    target,
  },
];
