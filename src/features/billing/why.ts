import type { VendorError } from '../../api/errors/errors.ts';
import type { TextValues } from '../../lib/errors.ts';

/** What a person is told, by its text. */
export interface Why {
  readonly why: string;
  readonly values: TextValues;
}

/** Why an invoice could not be read: what these answers mean here, each with its next step; else the vendor's own. */
export const failureOf = (error: VendorError, invoice: string): Why => {
  if (error.status === 403) return { why: 'billing.empty.noRight', values: error.values };
  if (error.status === 404) {
    const account = /account/i.test(`${error.vendorCode} ${error.target ?? ''}`) && !/invoice/i.test(error.vendorCode);
    return {
      why: account ? 'billing.empty.unknownAccount' : 'billing.empty.unknownInvoice',
      values: { ...error.values, invoice },
    };
  }
  return { why: error.textKey, values: error.values };
};

/** Why a page of it could not be: a refused question is one that can be put otherwise. */
export const pageFailureOf = (error: VendorError, invoice: string): Why =>
  error.status === 400 ? { why: 'billing.empty.question', values: error.values } : failureOf(error, invoice);
