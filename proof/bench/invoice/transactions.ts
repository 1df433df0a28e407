import documented from '../../../test/fixtures/vendor/billing/listInvoiceTransactions.json' with { type: 'json' };

/** How many transactions a page has: the document's most. */
export const PAGE = 50;
/** Different pages; a longer list goes through them again. */
const PAGES = 200;

const { billingAccount, invoice } = documented.input;
export const question = { billingAccount, invoice, top: PAGE } as const;

const amount = (cents: number): unknown => ({ currency: 'EUR', value: cents / 100 });

/** One transaction in so many has an amount that a double can't hold. */
const LONG = 250;

const documentedRows = documented.answer.body.value;
/** Every documented property of a transaction is there. */
const properties = Object.assign({}, ...documentedRows.map((row) => row.properties));

const transaction = (number: number): unknown => {
  const name = `5d0c9a4e-7b21-4f3c-8e6d-${String(number).padStart(12, '0')}`;
  const cents = 1_000 + ((number * 7_919) % 9_000_000);
  return {
    ...documentedRows[0],
    ...{ id: `/providers/Vendor.Billing/billingAccounts/${billingAccount}/transactions/${name}`, name },
    tags: { team: 'payments', 'cost-centre': `CC-${number % 40}` },
    properties: {
      ...properties,
      ...{ partNumber: `AAD-${33_177 + (number % 500)}`, productTypeId: `DZH318Z0BQ${number % 90}` },
      productDescription: `Standard_D8s_v5 virtual machine in Western Europe, hours of node ${number % 64}`,
      ...{ quantity: (number % 12) + 1, units: (number % 7_440) / 10, discount: (number % 30) / 2 },
      ...{ effectivePrice: amount(cents), marketPrice: amount(cents + 250), subTotal: amount(cents) },
      ...{ azureCreditApplied: amount(number % 3_000), tax: amount(Math.round(cents * 0.19)) },
      transactionAmount: number % LONG === 0 ? { currency: 'EUR', value: 'LONG' } : amount(Math.round(cents * 1.19)),
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
