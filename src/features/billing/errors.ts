import type { VendorError } from '#cloud/errors/errors.ts';
import type { Reason } from '#engine/answers/answer-job.ts';
import { AppError, type TextName, type TextValues } from '#platform/lib/errors.ts';

/** A request that cannot be parsed or carried out, by the name of its text. */
export const refused = (what: TextName<'billing.refused'>, values: TextValues = {}): AppError =>
  new AppError({
    code: `Billing.${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    text: `billing.refused.${what}`,
    values,
  });

/** A request that the policy does not allow; its text does not reveal what exists. */
export const forbidden = (what: TextName<'billing.refused'>, values: TextValues = {}): AppError =>
  new AppError({ code: 'Policy.NotAllowed', text: `billing.refused.${what}`, values });

/** Why an invoice could not be read: answers with a special meaning here, otherwise the vendor's text. */
export const readFailure = (error: VendorError, invoice: string): Reason => {
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

/** Why a page of an invoice could not be read: a refused filter or order can be changed. */
export const pageFailure = (error: VendorError, invoice: string): Reason =>
  error.status === 400 ? { why: 'billing.empty.question', values: error.values } : readFailure(error, invoice);
