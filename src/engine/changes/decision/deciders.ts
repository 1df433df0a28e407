import type { Policy } from '#policy/policy.ts';
import { changesPolicy, decidingGroups, escalated } from './rules.ts';

/** Whether any rule lets this person decide, after an escalation too. @param objectId directory object id */
export const isDecider = (policy: Policy, objectId: string): boolean =>
  changesPolicy(policy).rules.some((rule) => policy.isIn(objectId, decidingGroups(escalated(rule))));
