import { invoiceTransaction } from '#cloud/operations/billing.ts';
import { foldTotals } from '#features/billing/invoice/totals.ts';

const eur = (value: number) => ({ currency: 'EUR', value });

const totalsOf = (...rows: readonly object[]) => {
  const fold = foldTotals();
  rows.forEach((properties, index) => {
    fold.take(
      invoiceTransaction.parse({ id: `${index}`, name: `${index}`, properties: { invoiceId: '/i', ...properties } }),
      0,
    );
  });
  return fold.end();
};
const euros = (...rows: readonly object[]) => totalsOf(...rows).currencies.find(({ currency }) => currency === 'EUR');

it('no transactions have no totals', () => {
  expect(totalsOf()).toEqual({ count: 0, pending: 0, refunds: 0, currencies: [] });
});

it('ten thousand amounts of 0.1 sum to 1000 exactly', () => {
  const tenth = { transactionAmount: eur(0.1) };
  expect(euros(...Array.from({ length: 10_000 }, () => tenth))?.net).toBe('1000');
});

it('charges, credits and refunds are apart, and net is their difference', () => {
  expect(
    euros(
      { transactionAmount: eur(119), tax: eur(19) },
      { transactionAmount: eur(-10.5), creditType: 'ServiceInterruption' },
      { transactionAmount: eur(-35.7), tax: eur(-5.7), creditType: 'Refund' },
    ),
  ).toMatchObject({ charged: '119', tax: '13.3', credits: '10.5', refunded: '35.7', net: '72.8' });
});

it('a credit that was applied to a charge lowers net', () => {
  expect(euros({ transactionAmount: eur(59.5), azureCreditApplied: eur(50) })).toMatchObject({
    credits: '50',
    net: '9.5',
  });
});

it.each([
  ['above 0', 1],
  ['below 0', -1],
])('the requested and paid amounts of a refund have no sign, written %s', (_how, sign) => {
  const refundTransactionDetails = { amountRequested: eur(sign * 33), amountRefunded: eur(sign * 31.2) };
  expect(euros({ refundTransactionDetails })).toMatchObject({ requested: '33', paid: '31.2', net: '0' });
});

it('amounts of one transaction in several currencies are not mixed', () => {
  const { currencies } = totalsOf({ transactionAmount: { currency: 'USD', value: 100 }, tax: eur(17) });
  expect(currencies).toMatchObject([
    { currency: 'USD', tax: '0', net: '100' },
    { currency: 'EUR', tax: '17', net: '0' },
  ]);
});

it('a transaction without an amount counts with its subtotal and tax', () => {
  expect(euros({ subTotal: eur(100), tax: eur(19) })).toMatchObject({ charged: '119', net: '119' });
});

it.each([
  ['Pending', 1],
  ['pending', 1],
  ['G000000001', 0],
  [undefined, 1],
])('a transaction with the invoice %s and no id counts as %i pending', (invoice, pending) => {
  expect(totalsOf({ transactionAmount: eur(7), invoiceId: undefined, invoice })).toMatchObject({
    pending,
    currencies: [{ unbilled: pending === 1 ? '7' : '0' }],
  });
});
