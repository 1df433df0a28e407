import { getUserProfile } from '#cloud/operations/app-management.ts';
import type { Probe } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { appsOf } from './policy.ts';

/** Whose token it is. */
export const probes = (policy: Policy): readonly Probe[] =>
  appsOf(policy).length === 0
    ? []
    : [{ title: '', service: 'appManagement', read: (vendor, options) => vendor.call(getUserProfile, {}, options) }];
