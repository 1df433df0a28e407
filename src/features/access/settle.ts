import type { Change } from '../../changes/change.ts';
import type { ChangeContext, Verdict } from '../../changes/change-kind.ts';
import { iso } from '../../lib/clock.ts';
import { roleGuid } from '../../vendor/operations/role-definition-id.ts';
import { listEligibilitySchedules } from '../../vendor/operations/role-eligibility.ts';
import type { EligibilitySchedule } from '../../vendor/operations/role-eligibility-schemas.ts';
import { parseScope, sameScope } from '../../vendor/scope.ts';
import { removedRequests } from './grants.ts';
import { type GrantTerms, grantKey, type RemoveTerms, scopeOf } from './terms.ts';

/**
 * The direct assignments of this very person, role and place. Schedules are read, not instances: they hold what starts
 * later too (vendor-facts section 4).
 */
const standing = async (terms: GrantTerms | RemoveTerms, { vendor, correlation }: ChangeContext) => {
  const scope = scopeOf(terms.place);
  const filter = { principalId: terms.person.objectId, atScope: true };
  const found: EligibilitySchedule[] = [];
  for await (const schedule of vendor.list(listEligibilitySchedules, { scope, filter }, { correlation })) {
    const at = parseScope(schedule.scope);
    const same = at !== undefined && sameScope(at, scope) && roleGuid(schedule.roleDefinitionId) === terms.role.id;
    if (same && (schedule.memberType ?? 'Direct') === 'Direct') found.push(schedule);
  }
  return found;
};

/** The GUID of the request that made it. */
const requestOf = (schedule: EligibilitySchedule): string =>
  schedule.roleEligibilityScheduleRequestId?.split('/').at(-1)?.toLowerCase() ?? '';

/** Ours carries our GUID. Reading lags behind writing, so seeing nothing proves nothing. */
export const settleGrant = async (change: Change<GrantTerms>, context: ChangeContext): Promise<Verdict> => {
  const schedules = await standing(change.terms, context);
  if (schedules.some((schedule) => requestOf(schedule) === change.guid)) return { is: 'done' };
  if (change.phase === 'arrived') return { is: 'unsettled', arrived: true };
  // A list that lags may still show what we have taken away ourselves.
  const removed = await removedRequests(context.db, grantKey(change.terms));
  const other = schedules.find((schedule) => !removed.includes(requestOf(schedule)));
  if (!other) return { is: 'unsettled', arrived: false };
  const values = other.endDateTime ? { end: iso(Date.parse(other.endDateTime)) } : {};
  const text = other.endDateTime ? 'access.failure.existsUntil' : 'access.failure.exists';
  return { is: 'failed', failure: { code: 'RoleAssignmentExists', text, values, rules: [] } };
};

/** Gone is what we wanted, whoever took it away. */
export const settleRemoval = async (change: Change<RemoveTerms>, context: ChangeContext): Promise<Verdict> =>
  (await standing(change.terms, context)).length === 0
    ? { is: 'done' }
    : { is: 'unsettled', arrived: change.phase === 'arrived' };
