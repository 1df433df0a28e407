import type { Parts } from '../operation.ts';

/** Which transactions of an invoice, and how they come (document 1, Endpoints 5). */
export interface InvoiceQuestion {
  readonly billingAccount: string;
  readonly invoice: string;
  readonly filter?: string;
  readonly orderBy?: string;
  /** How many come in one page, 50 at most. */
  readonly top?: number;
  /** How many are left out at the beginning. */
  readonly skip?: number;
  readonly count?: boolean;
  /** Free text that is looked for in text fields. */
  readonly search?: string;
}

const MOST = 50;

/** @throws RangeError for a number that the document does not allow */
export const writeInvoiceQuestion = ({
  billingAccount,
  invoice,
  top,
  skip,
  count,
  ...texts
}: InvoiceQuestion): Parts => ({
  path: { billingAccountName: billingAccount, invoiceName: invoice },
  query: {
    filter: texts.filter,
    orderBy: texts.orderBy,
    top: whole('top', top, 1, MOST),
    skip: whole('skip', skip, 0, Number.MAX_SAFE_INTEGER),
    count: count === undefined ? undefined : String(count),
    search: texts.search,
  },
});

const whole = (name: string, value: number | undefined, least: number, most: number): string | undefined => {
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return String(value);
  throw new RangeError(`${name} is a whole number from ${least} to ${most}`);
};
