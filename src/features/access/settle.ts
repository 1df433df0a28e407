import type { Change } from '../../changes/change.ts';
import type { ChangeContext, Confirmation } from '../../changes/change-kind.ts';
import { iso } from '../../lib/clock.ts';
import { removedRequests } from './grants.ts';
import { directSchedules, requestOf } from './held.ts';
import { type GrantTerms, grantKey, type RemoveTerms } from './terms.ts';

const standing = (terms: GrantTerms | RemoveTerms, { vendor, correlation }: ChangeContext) =>
  directSchedules(vendor, terms, { correlation });

/** Ours carries our GUID. Reading lags behind writing, so seeing nothing proves nothing. */
export const settleGrant = async (change: Change<GrantTerms>, context: ChangeContext): Promise<Confirmation> => {
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
export const settleRemoval = async (change: Change<RemoveTerms>, context: ChangeContext): Promise<Confirmation> =>
  (await standing(change.terms, context)).length === 0
    ? { is: 'done' }
    : { is: 'unsettled', arrived: change.phase === 'arrived' };
