import { roleEligibility } from './areas/role-eligibility.ts';
import { rolePolicies } from './areas/role-policies.ts';
import type { SandboxOperation } from './operation.ts';
import type { OperationId } from './operation-ids.ts';

/** What the documents name beside the client's operations, such as the addresses that a Location leads to. */
type Further = Readonly<Record<string, SandboxOperation>>;

/** The handler table: an operation of the client without a handler does not compile. */
export const operations: Readonly<Record<OperationId, SandboxOperation>> & Further = {
  ...roleEligibility,
  ...rolePolicies,
};

export const operationIds: readonly string[] = Object.keys(operations);
