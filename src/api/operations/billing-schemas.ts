import { z } from 'zod';
import { type Decimal, parseDecimal } from '../../lib/decimal.ts';
import { lenient, renamed, word } from '../response/lenient.ts';
import { neutralCreditTypes } from '../services/profile.ts';
import { systemData } from './metadata.ts';

const text = z.string().optional();
const moment = z.iso.datetime({ offset: true }).optional();

/** `exactNumbers` hands numbers of many digits on as text. */
const exact = z
  .unknown()
  .overwrite((value) => (typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : undefined))
  .refine((value) => value !== undefined, 'no decimal number') as unknown as z.ZodType<Decimal>;
const decimal = exact.optional();

const money = lenient({ currency: z.string(), value: exact });
const amount = money.optional();

/** A tag that is no text is left out: it is not worth its transaction. */
const textTags = z
  .custom<Readonly<Record<string, string>>>((value) => typeof value === 'object' && value !== null)
  .overwrite((tags) => Object.fromEntries(Object.entries(tags).filter(([, value]) => typeof value === 'string')));

/** `FreeCredit` and `CreditOffer` are the vendor's own, whatever it is called. */
const creditType = renamed(
  new Map([
    ...neutralCreditTypes,
    ['Other', 'Other'],
    ['ServiceInterruption', 'ServiceInterruption'],
    ['Refund', 'Refund'],
  ]),
);

/** Document 1, Transaction: every property of the table, by its documented name. */
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
  quantity: z.int32().optional(),
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

/** Compiled, because a bill has thousands of them. */
export const invoiceTransaction = z.compile(flat, { strict: true });

export type InvoiceTransaction = z.infer<typeof invoiceTransaction>;
