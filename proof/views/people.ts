import { keys } from '../policy-change/policy.ts';

/** Accounts of the policy, and somebody whom it does not name. */
export const viewers = [...keys, 'zoe'] as const;
