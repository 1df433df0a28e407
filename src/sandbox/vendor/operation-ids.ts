/** Every operation that the sandbox serves; the handler table in operations.ts has exactly these keys. */
export const operationIds = [
  'listEligibilitySchedules',
  'listEligibilityScheduleInstances',
  'createEligibilityRequest',
  'listRoleDefinitions',
  'listRoleManagementPolicyAssignments',
  'getRoleManagementPolicy',
] as const;

export type OperationId = (typeof operationIds)[number];
