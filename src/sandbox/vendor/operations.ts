import { roleEligibility } from './areas/role-eligibility.ts';
import { rolePolicies } from './areas/role-policies.ts';
import type { SandboxOperation } from './operation.ts';
import type { OperationId } from './operation-ids.ts';

/** The handler table: an id without a handler, or a handler without an id, does not compile. */
export const operations: Readonly<Record<OperationId, SandboxOperation>> = { ...roleEligibility, ...rolePolicies };
