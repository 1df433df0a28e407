import { listEligibilitySchedules, listRoleManagementPolicyAssignments } from '#cloud/operations/role-eligibility.ts';
import { type Probe, readFirst } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { rolesOf } from './policy.ts';

/** At each place the eligible assignments, and the limits of one role. */
export const probes = (policy: Policy): readonly Probe[] => {
  const [role] = rolesOf(policy);
  if (!role) return [];
  return policy.places.map(({ title, scope }) => ({
    title,
    async read(vendor, options) {
      await readFirst(vendor.list(listEligibilitySchedules, { scope, filter: { atScope: true } }, options));
      await readFirst(vendor.list(listRoleManagementPolicyAssignments, { scope, role: role.id }, options));
    },
  }));
};
