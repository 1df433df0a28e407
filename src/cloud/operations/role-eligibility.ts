import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation } from '#cloud/operation.ts';
import { joinConditions, quoted } from '#cloud/request/freeze.ts';
import { GUID_PATTERN, isGuid, type Scope, scopePath } from '#cloud/request/path.ts';
import type { Profile } from '#cloud/services/profile.ts';
import { roleDefinitionId, writeEligibilityRequest } from './role-eligibility-request.ts';
import {
  eligibilityRequestAnswer,
  eligibilitySchedule,
  eligibilityScheduleInstance,
  roleDefinition,
  roleManagementPolicy,
  roleManagementPolicyAssignment,
} from './role-eligibility-schemas.ts';

/** Conditions, joined by `and` (docs/sources.md, Roles); ids are GUIDs, for a role also its full id. */
export interface EligibilityFilter {
  /** Only the given scope, not its subscopes. */
  readonly atScope?: boolean;
  readonly principalId?: string;
  readonly roleDefinitionId?: string;
  /** The assignments of a user, also through groups. */
  readonly assignedTo?: string;
  /** The caller's own assignments. */
  readonly asTarget?: boolean;
}

/** @throws RangeError for an invalid id */
export const writeEligibilityFilter = (filter: EligibilityFilter, scope: Scope, profile: Profile): string | undefined =>
  joinConditions([
    filter.assignedTo === undefined ? '' : `assignedTo('${guid(filter.assignedTo)}')`,
    filter.asTarget ? 'asTarget()' : '',
    filter.principalId === undefined ? '' : `principalId eq '${guid(filter.principalId)}'`,
    filter.roleDefinitionId === undefined
      ? ''
      : `roleDefinitionId eq '${roleDefinitionId(filter.roleDefinitionId, scope, profile)}'`,
    filter.atScope ? 'atScope()' : '',
  ]);

const guid = (text: string): string => {
  if (!isGuid(text)) throw new RangeError('a person, group or principal needs an object id');
  return text;
};

const read = {
  method: 'GET',
  credential: 'app',
  success: [200],
  retry: 'read',
  decodeError: decodeManagementError,
} as const;

const list = { ...read, kind: 'list', paging: 'GET' } as const;

interface EligibilityQuery {
  readonly scope: Scope;
  readonly filter?: EligibilityFilter;
}

const writeQuery = ({ scope, filter = {} }: EligibilityQuery, profile: Profile) => ({
  path: { scope: scopePath(scope, profile) },
  query: { $filter: writeEligibilityFilter(filter, scope, profile) },
});

/** Eligible assignments, also future ones. */
export const listEligibilitySchedules = defineOperation({
  ...list,
  id: 'listEligibilitySchedules',
  path: '/{scope}/providers/Vendor.Authorization/roleEligibilitySchedules',
  version: '2020-10-01',
  section: 'Roles',
  item: eligibilitySchedule,
  parts: writeQuery,
});

/** Eligible assignments in force now. */
export const listEligibilityScheduleInstances = defineOperation({
  ...list,
  id: 'listEligibilityScheduleInstances',
  path: '/{scope}/providers/Vendor.Authorization/roleEligibilityScheduleInstances',
  version: '2020-10-01',
  section: 'Roles',
  item: eligibilityScheduleInstance,
  parts: writeQuery,
});

/** Grants or removes an eligible assignment; safe to repeat with the same name and bytes. */
export const createEligibilityRequest = defineOperation({
  id: 'createEligibilityRequest',
  kind: 'single',
  method: 'PUT',
  path: '/{scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/{roleEligibilityScheduleRequestName}',
  patterns: { roleEligibilityScheduleRequestName: GUID_PATTERN },
  version: '2020-10-01',
  credential: 'app',
  success: [200, 201],
  retry: 'same-bytes',
  urgent: true,
  decodeError: decodeManagementError,
  section: 'Roles',
  answer: eligibilityRequestAnswer,
  parts: writeEligibilityRequest,
});

interface NamedRequest {
  readonly scope: Scope;
  /** Its GUID. */
  readonly name: string;
}

const requestPath = ({ scope, name }: NamedRequest, profile: Profile) => ({
  path: { scope: scopePath(scope, profile), roleEligibilityScheduleRequestName: name },
});

/** A request by its GUID: what became of it, before any list shows it. */
export const getEligibilityRequest = defineOperation({
  ...read,
  id: 'getEligibilityRequest',
  kind: 'single',
  path: '/{scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/{roleEligibilityScheduleRequestName}',
  patterns: { roleEligibilityScheduleRequestName: GUID_PATTERN },
  version: '2020-10-01',
  section: 'Roles',
  answer: eligibilityRequestAnswer,
  parts: requestPath,
});

/** Ends a request whose assignment has not begun; safe to repeat: it changes nothing the second time. */
export const cancelEligibilityRequest = defineOperation({
  id: 'cancelEligibilityRequest',
  kind: 'single',
  method: 'POST',
  path: '/{scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/{roleEligibilityScheduleRequestName}/cancel',
  patterns: { roleEligibilityScheduleRequestName: GUID_PATTERN },
  version: '2020-10-01',
  credential: 'app',
  success: [200],
  retry: 'same-bytes',
  urgent: true,
  decodeError: decodeManagementError,
  section: 'Roles',
  answer: z.unknown().transform(() => undefined),
  parts: requestPath,
});

/** The roles that can be granted at a scope: all, or the one with that name. */
export const listRoleDefinitions = defineOperation({
  ...list,
  id: 'listRoleDefinitions',
  path: '/{scope}/providers/Vendor.Authorization/roleDefinitions',
  version: '2022-04-01',
  section: 'Roles',
  item: roleDefinition,
  parts: ({ scope, roleName }: { readonly scope: Scope; readonly roleName?: string }, profile: Profile) => ({
    path: { scope: scopePath(scope, profile) },
    query: { $filter: roleName === undefined ? undefined : `roleName eq ${quoted(roleName)}` },
  }),
});

/** The policy of a role at a scope, with the rules that hold there; without a role every policy of the scope, which is megabytes. */
export const listRoleManagementPolicyAssignments = defineOperation({
  ...list,
  id: 'listRoleManagementPolicyAssignments',
  path: '/{scope}/providers/Vendor.Authorization/roleManagementPolicyAssignments',
  version: '2020-10-01',
  section: 'Roles',
  item: roleManagementPolicyAssignment,
  parts: ({ scope, role }: { readonly scope: Scope; readonly role?: string }, profile: Profile) => ({
    path: { scope: scopePath(scope, profile) },
    query: { $filter: writeEligibilityFilter(role === undefined ? {} : { roleDefinitionId: role }, scope, profile) },
  }),
});

/** The policy whose rules can refuse a request; `policyLimits` reads it. */
export const getRoleManagementPolicy = defineOperation({
  ...read,
  id: 'getRoleManagementPolicy',
  kind: 'single',
  path: '/{scope}/providers/Vendor.Authorization/roleManagementPolicies/{roleManagementPolicyName}',
  version: '2020-10-01',
  section: 'Roles',
  answer: roleManagementPolicy,
  parts: ({ scope, name }: { readonly scope: Scope; readonly name: string }, profile: Profile) => ({
    path: { scope: scopePath(scope, profile), roleManagementPolicyName: name },
  }),
});
