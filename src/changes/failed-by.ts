import type { VendorError } from '../vendor/errors.ts';
import type { Verdict } from './change-kind.ts';

/** A final no of the vendor, kept with its code, its rules and the words for people. */
export const failedBy = (error: VendorError): Verdict => {
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const code = error.vendorCode || error.code;
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...error.failedRules] } };
};
