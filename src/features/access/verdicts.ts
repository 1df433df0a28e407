import type { Verdict } from '../../changes/change-kind.ts';
import type { VendorError } from '../../vendor/errors.ts';
import { requestState } from '../../vendor/operations/eligibility-request.ts';
import type { EligibilityRequestAnswer } from '../../vendor/operations/role-eligibility-schemas.ts';

/** A final no of the vendor, kept with its code, its rules and the words for people. */
export const refusedByVendor = (error: VendorError): Verdict => {
  // The request's GUID was seen before: our earlier try arrived, so reading decides.
  if (error.textKey === 'vendor.error.requestNameReused') return { is: 'unsettled', arrived: true };
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const code = error.vendorCode || error.code;
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...error.failedRules] } };
};

/** What the vendor's answer to a request means; the client has read it by the operation's schema. */
export const answerVerdict = (answer: EligibilityRequestAnswer): Verdict => {
  const state = requestState(answer);
  if (state === 'done') return { is: 'done' };
  if (state === 'open') return { is: 'unsettled', arrived: true };
  const status = answer.status ?? '';
  return { is: 'failed', failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] } };
};
