import { DAY } from '../../../src/platform/lib/clock.ts';
import { cloud } from '../../world.ts';
import { appToken, type Item, startSandbox, useSharedSandbox } from './support.ts';

const { account, invoice, smallInvoice, enterpriseAccount } = cloud.billing;

const path = (query = '', ofAccount: string = account, ofInvoice: string = invoice): string =>
  `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(ofAccount)}` +
  `/invoices/${ofInvoice}/transactions?api-version=2024-04-01&top=50${query}`;

interface Amount {
  readonly currency: string;
  readonly value: number;
}

const running = useSharedSandbox();
let month: readonly Item[];

beforeAll(async () => {
  month = await running.all(path());
});

const of = (name: string) => month.flatMap(({ properties }) => (name in properties ? [properties[name]] : []));
const amount = { currency: expect.stringMatching(/^[A-Z]{3}$/), value: expect.any(Number) };

test('every transaction has its seven amounts with currency and value', () => {
  const prices = ['effectivePrice', 'marketPrice', 'subTotal', 'tax', 'transactionAmount'];
  for (const name of [...prices, 'azureCreditApplied', 'consumptionCommitmentDecremented'])
    expect(of(name)).toEqual(month.map(() => amount));
});

test('the transactions together have every documented field and no other', () => {
  const fields = new Set(month.flatMap(({ properties }) => Object.keys(properties)));
  const documented =
    'azureCreditApplied azurePlan billingCurrency billingProfileDisplayName billingProfileId ' +
    'consumptionCommitmentDecremented creditType customerDisplayName customerId date discount effectivePrice exchangeRate ' +
    'invoice invoiceId invoiceSectionDisplayName invoiceSectionId isThirdParty kind marketPrice pricingCurrency ' +
    'productDescription productFamily productType productTypeId quantity reasonCode refundTransactionDetails ' +
    'servicePeriodEndDate servicePeriodStartDate specialTaxationType subTotal tax transactionAmount transactionType ' +
    'unitOfMeasure unitType units';
  expect([...fields].sort()).toEqual(documented.split(' ').sort());
  expect(Object.keys(month[0] ?? {}).sort()).toEqual(['id', 'name', 'properties', 'systemData', 'tags', 'type']);
});

test('only credited transactions have a creditType', () => {
  const credited = month.filter(({ properties }) => 'creditType' in properties);
  const charged = credited.filter(
    ({ properties }) => (properties['transactionAmount'] as { value: number }).value >= 0,
  );
  expect([credited.length > 0, charged]).toEqual([true, []]);
});

test('the service period of usage is the month of the usage', () => {
  const usage = month.filter(({ properties }) => properties['reasonCode'] === 'Usage');
  const wrong = usage.filter(({ properties }) => {
    const [date, start, end] = ['date', 'servicePeriodStartDate', 'servicePeriodEndDate'].map(
      (name) => new Date(String(properties[name])),
    ) as [Date, Date, Date];
    const sameMonth = [start, end].every((moment) => moment.getUTCMonth() === date.getUTCMonth());
    return !(sameMonth && start.getUTCDate() === 1 && new Date(end.getTime() + DAY).getUTCDate() === 1);
  });
  expect([usage.length > 100, wrong]).toEqual([true, []]);
});

test('the service period of a purchase goes from its date to the end of the product term', () => {
  const bought = month.find(({ properties }) => properties['reasonCode'] === 'ReservationPurchase');
  const properties: Item['properties'] = bought?.properties ?? {};
  const [date, start, end] = ['date', 'servicePeriodStartDate', 'servicePeriodEndDate'].map((name) => properties[name]);
  expect([start, Date.parse(String(end)) - Date.parse(String(date))]).toEqual([date, 365 * DAY]);
});

test('quantities are 32-bit integers and dates are date-times', () => {
  expect(of('quantity').filter((value) => !Number.isInteger(value) || Math.abs(Number(value)) >= 2 ** 31)).toEqual([]);
  expect(of('date').filter((value) => !/^\d{4}-\d\d-\d\dT.*Z$/.test(String(value)))).toEqual([]);
});

test('tag keys and values have at most 256 characters, values are not empty, keys contain none of < > % & \\ ? /', () => {
  const tags = month.flatMap((item) => Object.entries((item as Item & { tags: Record<string, string> }).tags));
  expect(tags.length).toBeGreaterThan(0);
  expect(tags.filter(([key, value]) => !/^[^<>%&\\?/]{1,256}$/.test(key) || !/^.{1,256}$/.test(value))).toEqual([]);
});

test.each([
  ['creditType', ['VendorFreeCredit', 'VendorCreditOffer', 'ServiceInterruption', 'Refund', 'Other']],
  ['specialTaxationType', ['SubtotalLevel', 'InvoiceLevel']],
  ['kind', ['Other', 'other', 'All', 'Reservation', 'reservation']],
])('%s has every documented value: %j', (name, values) => {
  expect(new Set(of(name))).toEqual(new Set(values));
});

test('creditType has the public names in the Microsoft namespace', async () => {
  const other = await startSandbox({ namespace: 'Microsoft' });
  const items = await other.all(path().replace('Vendor.', 'Microsoft.'));
  const types = items.map(({ properties }) => properties['creditType']);
  expect(types).toEqual(expect.arrayContaining(['AzureFreeCredit', 'AzureCreditOffer']));
});

test('a transaction without an invoiceId has the invoice Pending, in either case', () => {
  const pending = month.filter(({ properties }) => !('invoiceId' in properties));
  expect(new Set(pending.map(({ properties }) => properties['invoice']))).toEqual(new Set(['Pending', 'pending']));
});

test('refundTransactionDetails has both amounts and the id of the operation', () => {
  expect(of('refundTransactionDetails')[0]).toEqual({
    amountRequested: { currency: 'EUR', value: -3300 },
    amountRefunded: { currency: 'EUR', value: -3120 },
    refundOperationId: expect.stringMatching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/),
  });
});

test('only the enterprise invoice has part numbers', async () => {
  const small = await running.all(path('', enterpriseAccount, smallInvoice));
  expect(of('partNumber')).toEqual([]);
  expect(small.every(({ properties }) => 'partNumber' in properties)).toBe(true);
});

test('the amounts have several currencies and are negative, zero and positive', () => {
  const totals = of('transactionAmount') as readonly Amount[];
  expect([...new Set(totals.map(({ currency }) => currency))].sort()).toEqual(['BRL', 'EUR', 'INR', 'JPY', 'KWD']);
  expect([...new Set(totals.map(({ value }) => Math.sign(value)))].sort()).toEqual([-1, 0, 1]);
});

test('an amount of more than 15 digits keeps every digit', async () => {
  const answer = await fetch(`${running.sandbox.url}${path('&search=passed%20on')}`, {
    headers: { authorization: appToken },
  });
  expect(await answer.text()).toContain('"transactionAmount":{"currency":"JPY","value":1234567890123456.78}');
});

test('the day of the demo incident costs more than ten times a normal day', () => {
  const dayOf = ({ properties }: Item): string => String(properties['date']).slice(0, 10);
  const costs = (day: string): number =>
    month
      .filter((item) => dayOf(item) === day)
      .reduce((sum, { properties }) => sum + (properties['subTotal'] as Amount).value, 0);
  const last = month.at(-1);
  expect(last === undefined ? 0 : costs(dayOf(last))).toBeGreaterThan(10 * costs('2026-02-28'));
});
