import { type InvoiceTransaction, invoiceTransaction } from '#cloud/operations/billing.ts';
import { type ListQuery, parseListQuery } from '#features/billing/invoice/list-query.ts';
import { foldTotals, type Totals } from '#features/billing/invoice/totals.ts';
import type { Report, ReportState } from '#features/billing/report/report.ts';

const ACCOUNT = '/providers/Vendor.Billing/billingAccounts/8608480';
const NOW = Date.parse('2026-11-21T12:00:00Z');
const money = (value: number, currency = 'EUR') => ({ currency, value });

/** A transaction as the client hands it on, with what a test says of it. */
export const transactionOf = (number: number, more: Readonly<Record<string, unknown>> = {}): InvoiceTransaction => {
  const name = `${String(number).padStart(8, '0')}-7b21-4f3c-8e6d-0123456789ab`;
  return invoiceTransaction.parse({
    id: `${ACCOUNT}/invoices/G002548106/transactions/${name}`,
    name,
    properties: {
      date: '2026-11-03T00:00:00Z',
      invoice: 'G002548106',
      productDescription: `Application Gateway, capacity units, West Europe, number ${number}`,
      productFamily: 'Networking',
      subTotal: money(number),
      tax: money(number / 5),
      transactionAmount: money((number * 6) / 5),
      ...more,
    },
  });
};

/** One with every documented field. */
export const wholeTransaction = (): InvoiceTransaction => {
  const row = transactionOf(7, {
    azureCreditApplied: money(1),
    azurePlan: 'Payments plan',
    billingCurrency: 'EUR',
    billingProfileDisplayName: 'Northwind Payments',
    billingProfileId: `${ACCOUNT}/billingProfiles/NTS1`,
    consumptionCommitmentDecremented: money(2),
    creditType: 'Refund',
    customerDisplayName: 'Northwind Traders',
    customerId: `${ACCOUNT}/customers/3e6b`,
    discount: 15,
    effectivePrice: money(81.3),
    exchangeRate: 0.9214,
    invoiceId: `${ACCOUNT}/invoices/G002548106`,
    invoiceSectionDisplayName: 'Ledger and gateway',
    invoiceSectionId: `${ACCOUNT}/billingProfiles/NTS1/invoiceSections/LEDG`,
    isThirdParty: true,
    kind: 'Reservation',
    marketPrice: money(99),
    partNumber: 'AAD-30171',
    pricingCurrency: 'USD',
    productType: 'Gateways',
    productTypeId: 'NW-GW',
    quantity: 2,
    reasonCode: 'Usage',
    refundTransactionDetails: {
      amountRefunded: money(3),
      amountRequested: money(4),
      refundOperationId: '5f2b7c18-6d0a-4e93-8b41-c7e2a9d05f36',
    },
    servicePeriodEndDate: '2026-11-30T23:59:59Z',
    servicePeriodStartDate: '2026-11-01T00:00:00Z',
    specialTaxationType: 'SubtotalLevel',
    transactionType: 'Refund',
    unitOfMeasure: '1 Hour',
    unitType: 'Hours',
    units: 24,
  });
  return {
    ...row,
    type: 'Vendor.Billing/billingAccounts/invoices/transactions',
    tags: { team: 'payments', purpose: 'Settlement of card payments.' },
    systemData: {
      createdAt: '2026-11-13T00:00:00Z',
      createdBy: 'billing-run',
      createdByType: 'Application',
      lastModifiedAt: '2026-11-13T00:00:00Z',
      lastModifiedBy: 'billing-run',
      lastModifiedByType: 'Application',
    },
  };
};

export const totalsOf = (rows: readonly InvoiceTransaction[]): Totals => {
  const fold = foldTotals();
  for (const row of rows) fold.take(row, 0);
  return fold.end();
};

export const readState = (rows: readonly InvoiceTransaction[]): ReportState<Totals> => ({
  is: 'read',
  ends: [{ complete: true, rows: rows.length, of: rows.length }],
  result: totalsOf(rows),
});

/** A report of an invoice, as its row and the policy make it. */
export const reportOf = (
  state: ReportState<Totals>,
  said: Partial<ListQuery['said']> = {},
  account = '7c1e5b90-3a4d-4f28-9b60-d2e8a1f47c35',
): Report<ListQuery, Totals> => ({
  id: 'xsXIIwyXFPlLTYpHKs_ioQ',
  account: { key: 'northwind', title: 'Northwind Payments', account, invoices: [], see: [], channels: [] },
  invoices: [{ title: 'november', id: 'G002548106' }],
  question: parseListQuery({ filter: '', sort: '', search: '', ...said }, NOW),
  askedBy: 'di',
  conversationId: undefined,
  version: 1,
  state,
});
