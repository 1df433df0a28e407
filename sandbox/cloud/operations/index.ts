import type { SandboxOperation } from '../operation.ts';
import type { OperationId } from '../operation-ids.ts';
import { appManagement } from './app-management.ts';
import { billing } from './billing.ts';
import { containerGroups } from './container-groups.ts';
import { dataShare } from './data-share.ts';
import { directory } from './directory.ts';
import { healthEvents } from './health-events.ts';
import { roleEligibility } from './role-eligibility.ts';
import { rolePolicies } from './role-policies.ts';
import { subscriptions } from './subscriptions.ts';
import { translation } from './translation.ts';

/** Documented operations that the client does not have: the addresses of a Location, and Microsoft Graph. */
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
  ...directory,
};

export const operationIds: readonly string[] = Object.keys(operations);
