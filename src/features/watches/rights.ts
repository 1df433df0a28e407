import { alertsPolicy } from '../../alerts/policy.ts';
import { AppError } from '../../lib/errors.ts';
import type { Policy } from '../../policy/policy.ts';

/** Watches and mutes are a whole channel's matter. @throws AppError that says whom the policy lets do this */
export const requireWatcher = (policy: Policy, objectId: string): void => {
  const { watch } = alertsPolicy(policy);
  if (policy.isIn(objectId, watch)) return;
  if (watch.length === 0) throw new AppError({ code: 'Policy.NotAllowed', text: 'watches.refused.nobody' });
  const values = { groups: watch.join(', ') };
  throw new AppError({ code: 'Policy.NotAllowed', text: 'watches.refused.notAllowed', values });
};
