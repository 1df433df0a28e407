import type { Forbidden } from '../../changes/change-kind.ts';
import { renamed } from '../../changes/renamed.ts';
import type { Policy } from '../../policy/policy.ts';
import { managementGroupsOf, subscriptionsOf } from './policy.ts';
import { type CreateTerms, MADE, OTHER } from './terms.ts';

/** A management group that the policy does not know any more as what was asked for. */
export const otherGroup = (group: CreateTerms['managementGroup'], policy: Policy): Forbidden | undefined =>
  group === null || managementGroupsOf(policy).some(({ key, name }) => key === group.key && name === group.name)
    ? undefined
    : renamed(group.title);

/** A subscription that the policy does not know any more as what was asked for, where it had a name there. */
export const otherSubscription = (target: CreateTerms['existing'], policy: Policy): Forbidden | undefined =>
  target === null ||
  [MADE, OTHER].includes(target.known) ||
  subscriptionsOf(policy).some(({ key, id }) => key === target.known && id === target.id)
    ? undefined
    : renamed(target.title);
