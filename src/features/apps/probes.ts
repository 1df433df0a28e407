import { getUserProfile } from '../../api/operations/app-management.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Probe } from '../probe.ts';
import { appsOf } from './policy.ts';

/** Whose token it is. */
export const probes = (policy: Policy): readonly Probe[] =>
  appsOf(policy).length === 0
    ? []
    : [{ title: '', service: 'appManagement', read: (vendor, options) => vendor.call(getUserProfile, {}, options) }];
