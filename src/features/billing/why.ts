import type { TextValues } from '../../lib/errors.ts';
import type { VendorError } from '../../vendor/errors.ts';

/** What a person is told, by its text. */
export interface Why {
  readonly why: string;
  readonly values: TextValues;
}

/** Why an invoice could not be read at all: what these answers mean here, each with its next step; else the vendor's own. */
export const failureOf = (error: VendorError): Why => {
  if (error.status === 403) return { why: 'billing.empty.noRight', values: error.values };
  if (error.status === 404) {
    const account = /account/i.test(`${error.vendorCode} ${error.target ?? ''}`) && !/invoice/i.test(error.vendorCode);
    return { why: account ? 'billing.empty.unknownAccount' : 'billing.empty.unknownInvoice', values: error.values };
  }
  if (error.status === 400) return { why: 'billing.empty.question', values: error.values };
  return { why: error.textKey, values: error.values };
};
