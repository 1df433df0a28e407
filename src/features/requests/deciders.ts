import { changesPolicy, decidingGroups, escalated } from '../../changes/decision/rules.ts';
import type { Policy } from '../../policy/policy.ts';

/** Whether any rule lets this person decide, after an escalation too. @param objectId directory object id */
export const isDecider = (policy: Policy, objectId: string): boolean =>
  changesPolicy(policy).rules.some((rule) => policy.isIn(objectId, decidingGroups(escalated(rule))));
