import type { Verdict } from '../../changes/change-kind.ts';
import type { VendorError } from '../../vendor/errors.ts';

/** A final no of the vendor, kept with its code, its rules and the words for people. */
export const refusedByVendor = (error: VendorError): Verdict => {
  // The request's GUID was seen before: our earlier try arrived, so reading decides.
  if (error.textKey === 'vendor.error.requestNameReused') return { is: 'unsettled' };
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const code = error.vendorCode || error.code;
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...error.failedRules] } };
};

/** The vendor took the request and then ended it with a status of its own. */
export const refusedStatus = (status: string): Verdict => ({
  is: 'failed',
  failure: { code: status, text: 'access.failure.status', values: { status }, rules: [] },
});
