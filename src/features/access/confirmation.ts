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

/** Our schedule carries our GUID. Reads lag behind writes, so a missing schedule proves nothing. */
export const reconcileGrant = async (change: Change<GrantTerms>, context: ChangeContext): Promise<Confirmation> => {
  const schedules = await listSchedules(change.terms, context);
  if (schedules.some((schedule) => requestOf(schedule) === change.guid)) return { is: 'done' };
  if (change.phase === 'arrived') return { is: 'unsettled', arrived: true };
  // A lagging list may still show an assignment that we removed.
  const removed = await removedRequests(context.db, grantKey(change.terms));
  const other = schedules.find((schedule) => !removed.includes(requestOf(schedule)));
  if (!other) return { is: 'unsettled', arrived: false };
  const values = other.endDateTime ? { end: iso(Date.parse(other.endDateTime)) } : {};
  const text = other.endDateTime ? 'access.failure.existsUntil' : 'access.failure.exists';
  return { is: 'failed', failure: { code: 'RoleAssignmentExists', text, values, rules: [] } };
};

/** Removed is removed, whoever did it. */
export const reconcileRemoval = async (change: Change<RemoveTerms>, context: ChangeContext): Promise<Confirmation> =>
  (await listSchedules(change.terms, context)).length === 0
    ? { is: 'done' }
    : { is: 'unsettled', arrived: change.phase === 'arrived' };

/** The vendor's refusal is final, unless it reports that it already has the request. */
export const refusedByVendor = (error: VendorError): Confirmation => {
  // The vendor knows the request's GUID: an earlier attempt arrived, so a read decides.
  if (error.textKey === 'vendor.error.requestNameReused') return { is: 'unsettled', arrived: true };
  return failedBy(error);
};

/** The meaning of the vendor's answer to a request; the client has validated it by the operation's schema. */
export const confirmationOf = (answer: EligibilityRequestAnswer): Confirmation => {
  const state = requestState(answer);
  if (state === 'done') return { is: 'done' };
  if (state === 'open') return { is: 'unsettled', arrived: true };
  const status = answer.status ?? '';
  return { is: 'failed', failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] } };
};
