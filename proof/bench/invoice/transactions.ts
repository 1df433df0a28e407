/** How many transactions a page has: the document's most. */
export const PAGE = 50;
/** Different pages; a longer list goes through them again. */
const PAGES = 200;

const account = '6ed2b793-4f62-4d35-8c3b-9d24f0a5e1c7:0a8b4cde-9f10-4a21-b3c4-d5e6f7a8b9c0_2019-05-31';
const profile = `/providers/Vendor.Billing/billingAccounts/${account}/billingProfiles/NWPA-YOND-BG7-PGB`;
const section = `${profile}/invoiceSections/PAYM-ENTS-PJA-PGB`;
export const question = { billingAccount: account, invoice: 'G002548106', top: PAGE } as const;

const amount = (cents: number): unknown => ({ currency: 'EUR', value: cents / 100 });

/** One transaction in so many has an amount that a double can't hold. */
const LONG = 250;

/** Every documented property of a transaction is there. */
const transaction = (number: number): unknown => {
  const name = `5d0c9a4e-7b21-4f3c-8e6d-${String(number).padStart(12, '0')}`;
  const cents = 1_000 + ((number * 7_919) % 9_000_000);
  const day = String((number % 28) + 1).padStart(2, '0');
  return {
    id: `${section}/transactions/${name}`,
    name,
    type: 'Vendor.Billing/billingAccounts/invoices/transactions',
    tags: { team: 'payments', 'cost-centre': `CC-${number % 40}` },
    systemData: {
      createdAt: `2026-02-${day}T04:10:11.1234567Z`,
      createdBy: 'billing@northwind.example',
      createdByType: 'Application',
      lastModifiedAt: `2026-03-${day}T04:10:11.1234567Z`,
      lastModifiedBy: 'billing@northwind.example',
      lastModifiedByType: 'Application',
    },
    properties: {
      azureCreditApplied: amount(number % 3_000),
      azurePlan: 'Plan for Payments',
      billingCurrency: 'EUR',
      billingProfileDisplayName: 'Northwind Payments',
      billingProfileId: profile,
      consumptionCommitmentDecremented: amount(number % 700),
      creditType: 'VendorCreditOffer',
      customerDisplayName: 'Northwind Traders',
      customerId: `/providers/Vendor.Billing/billingAccounts/${account}/customers/NW-${number % 9}`,
      date: `2026-02-${day}T00:00:00Z`,
      discount: (number % 30) / 2,
      effectivePrice: amount(cents),
      exchangeRate: 1.0842,
      invoice: 'G002548106',
      invoiceId: `/providers/Vendor.Billing/billingAccounts/${account}/invoices/G002548106`,
      invoiceSectionDisplayName: 'Payments',
      invoiceSectionId: section,
      isThirdParty: number % 11 === 0,
      kind: 'Other',
      marketPrice: amount(cents + 250),
      partNumber: `AAD-${33_177 + (number % 500)}`,
      pricingCurrency: 'USD',
      productDescription: `Standard_D8s_v5 virtual machine in Western Europe, hours of node ${number % 64}`,
      productFamily: 'Compute',
      productType: 'Virtual machines, Dsv5 series',
      productTypeId: `DZH318Z0BQ${number % 90}`,
      quantity: (number % 12) + 1,
      reasonCode: 'MonthlyUsage',
      refundTransactionDetails: {
        amountRequested: amount(number % 10_000),
        amountRefunded: amount(number % 9_000),
        refundOperationId: `8a2b6c1d-0000-4000-8000-${String(number).padStart(12, '0')}`,
      },
      servicePeriodEndDate: '2026-02-28T23:59:59Z',
      servicePeriodStartDate: '2026-02-01T00:00:00Z',
      specialTaxationType: 'SubtotalLevel',
      subTotal: amount(cents),
      tax: amount(Math.round(cents * 0.19)),
      transactionAmount: number % LONG === 0 ? { currency: 'EUR', value: 'LONG' } : amount(Math.round(cents * 1.19)),
      transactionType: 'Purchase',
      unitOfMeasure: '1 Hour',
      unitType: 'Hours',
      units: (number % 7_440) / 10,
    },
  };
};

const bodyOf = (page: number): string =>
  JSON.stringify(Array.from({ length: PAGE }, (_, index) => transaction(page * PAGE + index))).replaceAll(
    '"LONG"',
    `${page + 1}00000000000000.005`,
  );

/** The pages as they go over the wire, without their frame. */
export const createPages = (): readonly Buffer[] =>
  Array.from({ length: PAGES }, (_, page) => Buffer.from(bodyOf(page)));
