import type { VendorError } from '../../api/errors/errors.ts';
import { requestState } from '../../api/operations/role-eligibility-request.ts';
import type { EligibilityRequestAnswer } from '../../api/operations/role-eligibility-schemas.ts';
import type { Confirmation } from '../../changes/change-kind.ts';
import { failedBy } from '../../changes/failed-by.ts';

/** A final no of the vendor, unless it says that it has had the request before. */
export const refusedByVendor = (error: VendorError): Confirmation => {
  // The request's GUID was seen before: our earlier try arrived, so reading decides.
  if (error.textKey === 'vendor.error.requestNameReused') return { is: 'unsettled', arrived: true };
  return failedBy(error);
};

/** What the vendor's answer to a request means; the client has read it by the operation's schema. */
export const answerVerdict = (answer: EligibilityRequestAnswer): Confirmation => {
  const state = requestState(answer);
  if (state === 'done') return { is: 'done' };
  if (state === 'open') return { is: 'unsettled', arrived: true };
  const status = answer.status ?? '';
  return { is: 'failed', failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] } };
};
