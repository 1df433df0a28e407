import type { VendorError } from '../../api/errors/errors.ts';
import { requestState } from '../../api/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer } from '../../api/operations/role-eligibility-schemas.ts';
import type { Change } from '../../changes/change.ts';
import { type ChangeContext, type Confirmation, failedBy } from '../../changes/change-kind.ts';
import { iso } from '../../lib/clock.ts';
import { directSchedules, requestOf } from './schedules.ts';
import { removedRequests } from './store.ts';
import { type GrantTerms, grantKey, type RemoveTerms } from './terms.ts';

const listSchedules = (terms: GrantTerms | RemoveTerms, { vendor, correlation }: ChangeContext) =>
  directSchedules(vendor, terms, { correlation });

/** Ours carries our GUID. Reading lags behind writing, so seeing nothing proves nothing. */
export const reconcileGrant = async (change: Change<GrantTerms>, context: ChangeContext): Promise<Confirmation> => {
  const schedules = await listSchedules(change.terms, context);
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
export const reconcileRemoval = async (change: Change<RemoveTerms>, context: ChangeContext): Promise<Confirmation> =>
  (await listSchedules(change.terms, context)).length === 0
    ? { is: 'done' }
    : { is: 'unsettled', arrived: change.phase === 'arrived' };

/** A final no of the vendor, unless it says that it has had the request before. */
export const refusedByVendor = (error: VendorError): Confirmation => {
  // The request's GUID was seen before: our earlier try arrived, so reading decides.
  if (error.textKey === 'vendor.error.requestNameReused') return { is: 'unsettled', arrived: true };
  return failedBy(error);
};

/** What the vendor's answer to a request means; the client has read it by the operation's schema. */
export const confirmationOf = (answer: EligibilityRequestAnswer): Confirmation => {
  const state = requestState(answer);
  if (state === 'done') return { is: 'done' };
  if (state === 'open') return { is: 'unsettled', arrived: true };
  const status = answer.status ?? '';
  return { is: 'failed', failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] } };
};
