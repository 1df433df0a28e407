import { DAY, iso, SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud } from '../../world.ts';
import type { Namespace } from '../operation.ts';
import { exactNumber } from './record.ts';

/** One charge or credit of the demo data. Amounts are decimal text. */
export interface Line {
  /** Days from the start of the demo data. */
  readonly day: number;
  readonly product: string;
  /** Start of a purchased term, in days from the start of the demo data, and its days. Absent for usage. */
  readonly term?: { readonly from: number; readonly days: number };
  readonly family: string;
  readonly subTotal: string;
  readonly tax: string;
  readonly total: string;
  /** Currency of the three amounts; the invoice's when absent. */
  readonly currency?: string;
  /** Other documented fields, or other values of the fields. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly tags?: Readonly<Record<string, string>>;
  /** A charge without an invoice yet. */
  readonly pending?: true;
}

interface Bill {
  readonly namespace: Namespace;
  readonly account: string;
  readonly invoice: string;
  readonly currency: string;
  /** The start of the demo data, in milliseconds. */
  readonly now: number;
}

export const amount = (currency: string, value: string): unknown => ({ currency, value: exactNumber(value) });

/** The term of the product, or the month of the usage (spec/1, TransactionProperties). */
const servicePeriod = ({ day, term }: Line, now: number): Readonly<Record<string, string>> => {
  const moment = new Date(Math.floor((now + (term?.from ?? day) * DAY) / DAY) * DAY);
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  const [start, end] = term
    ? [moment.getTime(), moment.getTime() + term.days * DAY]
    : [Date.UTC(year, month), Date.UTC(year, month + 1) - SECOND];
  return { servicePeriodStartDate: iso(start), servicePeriodEndDate: iso(end) };
};

/** The transaction of a line (spec/1, Transaction). @param name its GUID */
export const transactionOf = (bill: Bill, line: Line, name: string): unknown => {
  const { namespace, now } = bill;
  const currency = line.currency ?? bill.currency;
  const account = `/providers/${namespace}.Billing/billingAccounts/${bill.account}`;
  const profile = `${account}/billingProfiles/${cloud.billing.profile}`;
  const section = `${profile}/invoiceSections/${cloud.billing.invoiceSection}`;
  const moment = (day: number): string => iso(Math.floor((now + day * DAY) / DAY) * DAY);
  return {
    id: `${account}/invoices/${bill.invoice}/transactions/${name}`,
    name,
    type: `${namespace}.Billing/billingAccounts/invoices/transactions`,
    tags: line.tags ?? { team: 'payments' },
    systemData: {
      createdAt: moment(line.day + 1),
      createdBy: 'billing-run',
      createdByType: 'Application',
      lastModifiedAt: moment(line.day + 1),
      lastModifiedBy: 'billing-run',
      lastModifiedByType: 'Application',
    },
    properties: {
      azureCreditApplied: amount(currency, '0'),
      azurePlan: 'Payments plan',
      billingCurrency: currency,
      billingProfileDisplayName: 'Northwind Payments',
      billingProfileId: profile,
      consumptionCommitmentDecremented: amount(currency, '0'),
      customerDisplayName: 'Northwind Traders',
      customerId: `${account}/customers/${cloud.billing.customer}`,
      date: moment(line.day),
      discount: exactNumber('0'),
      effectivePrice: amount(currency, line.subTotal),
      exchangeRate: exactNumber('1'),
      ...(line.pending ? {} : { invoice: bill.invoice, invoiceId: `${account}/invoices/${bill.invoice}` }),
      invoiceSectionDisplayName: 'Ledger and gateway',
      invoiceSectionId: section,
      isThirdParty: false,
      kind: 'Other',
      marketPrice: amount(currency, line.subTotal),
      pricingCurrency: currency,
      productDescription: line.product,
      productFamily: line.family,
      productType: line.family,
      productTypeId: `NW-${line.family.toUpperCase().replace(/\W+/g, '-')}`,
      quantity: exactNumber('1'),
      reasonCode: 'Usage',
      ...servicePeriod(line, now),
      subTotal: amount(currency, line.subTotal),
      tax: amount(currency, line.tax),
      transactionAmount: amount(currency, line.total),
      transactionType: 'Purchase',
      unitOfMeasure: '1 Hour',
      unitType: 'Hours',
      units: exactNumber('24'),
      ...line.more,
    },
  };
};
