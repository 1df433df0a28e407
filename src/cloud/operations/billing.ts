import { z } from 'zod';
import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation, type Parts } from '#cloud/operation.ts';
import { moment as anyMoment, forgiving, type InPart, systemData, valueAt } from '#cloud/response/common.ts';
import { lenient, renamed, word } from '#cloud/response/response.ts';
import { neutralCreditTypes } from '#cloud/services/profile.ts';
import { type Decimal, parseDecimal } from '#platform/lib/decimal.ts';

const text = z.string().optional();
const moment = anyMoment.optional();

/** `exactNumbers` passes numbers of many digits as text. */
const exact = z
  .unknown()
  .overwrite((value) => (typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : undefined))
  .refine((value) => value !== undefined, 'not a decimal number') as unknown as z.ZodType<Decimal>;
const decimal = exact.optional();

const money = lenient({ currency: z.string(), value: exact });
const amount = money.optional();

/** A tag that is not a text is skipped, so that its transaction stays readable. */
const textTags = z
  .custom<Readonly<Record<string, string>>>((value) => typeof value === 'object' && value !== null)
  .overwrite((tags) => Object.fromEntries(Object.entries(tags).filter(([, value]) => typeof value === 'string')));

/** `FreeCredit` and `CreditOffer` are the vendor's own credits, under either set of names. */
const creditType = renamed(
  new Map([
    ...neutralCreditTypes,
    ['Other', 'Other'],
    ['ServiceInterruption', 'ServiceInterruption'],
    ['Refund', 'Refund'],
  ]),
);

/** Transaction (docs/sources.md, Invoices): every property in the table, with its documented name. */
const properties = lenient({
  azureCreditApplied: amount,
  azurePlan: text,
  billingCurrency: text,
  billingProfileDisplayName: text,
  billingProfileId: text,
  consumptionCommitmentDecremented: amount,
  creditType: creditType.optional(),
  customerDisplayName: text,
  customerId: text,
  date: moment,
  discount: decimal,
  effectivePrice: amount,
  exchangeRate: decimal,
  invoice: word('Pending').optional(),
  invoiceId: text,
  invoiceSectionDisplayName: text,
  invoiceSectionId: text,
  isThirdParty: z.boolean().optional(),
  kind: word('Other', 'All', 'Reservation').optional(),
  marketPrice: amount,
  partNumber: text,
  pricingCurrency: text,
  productDescription: text,
  productFamily: text,
  productType: text,
  productTypeId: text,
  quantity: decimal,
  reasonCode: text,
  refundTransactionDetails: lenient({
    amountRefunded: amount,
    amountRequested: amount,
    refundOperationId: text,
  }).optional(),
  servicePeriodEndDate: moment,
  servicePeriodStartDate: moment,
  specialTaxationType: word('SubtotalLevel', 'InvoiceLevel').optional(),
  subTotal: amount,
  tax: amount,
  transactionAmount: amount,
  transactionType: text,
  unitOfMeasure: text,
  unitType: text,
  units: decimal,
});

const flat = lenient({
  id: z.string().min(1),
  name: z.string().min(1),
  type: text,
  systemData: systemData.optional(),
  tags: textTags.optional(),
  properties,
}).transform(({ properties: fields, id, name, type, systemData, tags }) => ({
  ...fields,
  id,
  name,
  type,
  systemData,
  tags,
}));

/** What totals, refunds and the pending marker are made of: a transaction without one of these would make them wrong. */
const needed: ReadonlySet<PropertyKey> = new Set([
  'transactionAmount',
  'subTotal',
  'tax',
  'azureCreditApplied',
  'creditType',
  'transactionType',
  'refundTransactionDetails',
  'invoice',
  'invoiceId',
]);

/** An amount of nothing may have no currency. */
const isNothing = (record: unknown, field: string): boolean =>
  Number(valueAt(record, ['properties', field, 'value']) ?? Number.NaN) === 0;

/** Compiled, because an invoice has thousands of them. */
export const invoiceTransaction: z.ZodType<z.infer<typeof flat> & InPart> = forgiving(
  z.compile(flat, { strict: true }),
  ([part = '', field], record) => {
    if (part === 'type' || part === 'tags' || part === 'systemData') return [part];
    if (part !== 'properties' || typeof field !== 'string') return undefined;
    return needed.has(field) && !isNothing(record, field) ? undefined : [part, field];
  },
);

export type InvoiceTransaction = z.infer<typeof invoiceTransaction>;

/** Filter, order and paging of an invoice's transactions (docs/sources.md, Invoices). */
interface InvoiceQuery {
  readonly billingAccount: string;
  readonly invoice: string;
  readonly filter?: string;
  readonly orderBy?: string;
  /** The number on one page, at most 50. */
  readonly top?: number;
  /** The number skipped at the beginning. */
  readonly skip?: number;
  readonly count?: boolean;
  /** A text to search for in text fields. */
  readonly search?: string;
}

const MOST = 50;

/** @throws RangeError for a number that the document does not allow */
const writeInvoiceQuery = ({ billingAccount, invoice, top, skip, count, ...texts }: InvoiceQuery): Parts => ({
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

/** The transactions of one invoice; amounts, rates and units as exact decimals. */
export const listInvoiceTransactions = defineOperation({
  id: 'listInvoiceTransactions',
  kind: 'list',
  method: 'GET',
  path: '/providers/Vendor.Billing/billingAccounts/{billingAccountName}/invoices/{invoiceName}/transactions',
  patterns: {
    billingAccountName:
      /^([0-9]+|([Pp][Cc][Nn]\.[A-Za-z0-9]+)|[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(:[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}_[0-9]{4}(-[0-9]{2}){2})?)$/,
    invoiceName:
      /^(H[0-9]-[A-Z0-9]+)$|^(?:([GHT]|HT){1}[A-Z0-9]{9})$|^(?:[D]{1}[A-Z0-9]{9})$|^(?:E{1}[B-Z0-9]{1}[A-Z0-9]{8})$|^(?:EA[A-Z0-9]{8})$/,
  },
  version: '2024-04-01',
  credential: 'app',
  success: [200],
  retry: 'read',
  paging: 'GET',
  exactNumbers: true,
  decodeError: decodeManagementError,
  section: 'Invoices',
  item: invoiceTransaction,
  parts: writeInvoiceQuery,
});
