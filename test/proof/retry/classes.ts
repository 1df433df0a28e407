import type { HttpRequest } from '../../../src/http/http.ts';

/** Which calls may be repeated (vendor-facts section 4), written apart from the product's declarations. */
export const classes: Readonly<Record<string, HttpRequest['retry']>> = {
  listEligibilitySchedules: 'read',
  listEligibilityScheduleInstances: 'read',
  createEligibilityRequest: 'same-bytes',
  listRoleDefinitions: 'read',
  listRoleManagementPolicyAssignments: 'read',
  getRoleManagementPolicy: 'read',
  createSubscriptionAlias: 'same-bytes',
  getSubscriptionAlias: 'read',
  acceptSubscriptionOwnership: 'unsent-only',
  getAcceptOwnershipStatus: 'read',
  listInvoiceTransactions: 'read',
  createOrUpdateContainerGroup: 'same-bytes',
  getContainerGroup: 'read',
  listShareSynchronizations: 'read',
  listSourceShareSynchronizationSettings: 'read',
  listResourceHealthEvents: 'read',
  listSubscriptionHealthEvents: 'read',
  getHealthEvent: 'read',
  fetchHealthEventDetails: 'read',
  translateText: 'charged',
  getUserProfile: 'read',
  removeAppUser: 'same-bytes',
};
