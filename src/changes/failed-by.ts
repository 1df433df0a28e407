import { VendorError } from '../api/errors/errors.ts';
import type { AppError } from '../lib/errors.ts';
import type { Confirmation } from './change-kind.ts';

/** A final no, of the vendor as a rule, kept with its code, its rules and the words for people. */
export const failedBy = (error: AppError): Confirmation => {
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
  const [code, rules] =
    error instanceof VendorError ? [error.vendorCode || error.code, error.failedRules] : [error.code, []];
  return { is: 'failed', failure: { code, text: error.textKey, values, rules: [...rules] } };
};
