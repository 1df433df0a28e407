import { keys } from '../policy-change/world.ts';

/** Accounts of the policy, and somebody whom it does not name. */
export const viewers = [...keys, 'zoe'] as const;
