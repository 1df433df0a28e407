import { appManagement } from './areas/app-management.ts';
import { billing } from './areas/billing.ts';
import { containerGroups } from './areas/container-groups.ts';
import { dataShare } from './areas/data-share.ts';
import { healthEvents } from './areas/health-events.ts';
import { roleEligibility } from './areas/role-eligibility.ts';
import { rolePolicies } from './areas/role-policies.ts';
import { subscriptions } from './areas/subscriptions.ts';
import { translation } from './areas/translation.ts';
import type { SandboxOperation } from './operation.ts';
import type { OperationId } from './operation-ids.ts';

/** What the documents name beside the client's operations, such as the addresses that a Location leads to. */
type Further = Readonly<Record<string, SandboxOperation>>;

/** The handler table: an operation of the client without a handler does not compile. */
export const operations: Readonly<Record<OperationId, SandboxOperation>> & Further = {
  ...roleEligibility,
  ...dataShare,
  ...healthEvents,
  ...rolePolicies,
  ...subscriptions,
  ...containerGroups,
  ...appManagement,
  ...translation,
  ...billing,
};

export const operationIds: readonly string[] = Object.keys(operations);
