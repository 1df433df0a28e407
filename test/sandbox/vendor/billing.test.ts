import { cloud } from '../../../src/sandbox/world.ts';
import { type Item, type Running, readerToken, startSandbox, stopAll } from './support.ts';

const { account, invoice, smallInvoice, emptyInvoice, enterpriseAccount, pcnAccount } = cloud.billing;

const path = (query = '', of: { account?: string; invoice?: string; version?: string } = {}): string =>
  `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(of.account ?? account)}` +
  `/invoices/${of.invoice ?? invoice}/transactions?api-version=${of.version ?? '2024-04-01'}${query}`;

interface Amount {
  readonly currency: string;
  readonly value: number;
}

const GUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

describe('transactions of an invoice', () => {
  let running: Running;
  let month: readonly Item[];

  beforeAll(async () => {
    running = await startSandbox();
    month = await running.all(path('&top=50'));
  });
  afterAll(stopAll);

  const withProperty = (name: string, value?: unknown): readonly Item[] =>
    month.filter(({ properties }) => (value === undefined ? name in properties : properties[name] === value));
  const amounts = (name: string): readonly Amount[] =>
    month.flatMap(({ properties }) => (properties[name] === undefined ? [] : [properties[name] as Amount]));

  const refusal = async (query: string, of?: Parameters<typeof path>[1]) => {
    const { status, body } = await running.get(path(query, of));
    return { status, ...(body.error as { code: string; message: string; target?: string; details?: unknown[] }) };
  };

  test('top: at most 50 in a page, and the month has three of them', async () => {
    const first = await running.get(path('&top=50'));
    expect([first.body.value.length, month.length > 100]).toEqual([50, true]);
  });

  test('top: the usual page has five', async () => {
    expect((await running.get(path())).body.value).toHaveLength(5);
  });

  test.each(['51', '0', '-1', 'many', '1.5'])('top: %s is refused with its target', async (top) => {
    expect(await refusal(`&top=${top}`)).toMatchObject({ status: 400, code: 'InvalidParameter', target: 'top' });
  });

  test('skip: so many are left out at the beginning, on every page to the end', async () => {
    const rest = await running.all(path('&top=50&skip=60'));
    expect(rest.map(({ name }) => name)).toEqual(month.slice(60).map(({ name }) => name));
  });

  test('skip: beyond the end there is nothing', async () => {
    expect((await running.get(path('&skip=100000'))).body.value).toEqual([]);
  });

  test('count: the number of matches comes with the answer, and without being asked for it does not', async () => {
    const counts = [(await running.get(path('&count=true'))).body, (await running.get(path('&count=false'))).body];
    expect(counts).toEqual([
      expect.objectContaining({ count: month.length }),
      expect.not.objectContaining({ count: 1 }),
    ]);
    expect(counts[1]).not.toHaveProperty('count');
  });

  test('search: free text in text fields, in any case', async () => {
    const found = await running.all(path('&search=paym-7k2'));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ properties }) => String(properties['productDescription']).includes('PAYM-7K2'))).toBe(true);
  });

  test.each([
    ["properties/isThirdParty eq 'true'", (item: Item) => item.properties['isThirdParty'] === true],
    ["kind eq 'reservation'", (item: Item) => /^reservation$/i.test(String(item.properties['kind']))],
    ['subTotal/value lt 0', (item: Item) => (item.properties['subTotal'] as Amount).value < 0],
    [
      "tax/currency eq 'INR' or subTotal/value ge 10000",
      ({ properties: { tax, subTotal } }: Item) =>
        (tax as Amount).currency === 'INR' || (subTotal as Amount).value >= 10_000,
    ],
  ])('filter: %s', async (filter, model) => {
    const found = await running.all(path(`&top=50&filter=${encodeURIComponent(filter)}`));
    expect(found.map(({ name }) => name)).toEqual(month.filter(model).map(({ name }) => name));
  });

  test('orderBy: ordering of results, page by page', async () => {
    const found = await running.all(path(`&top=50&orderBy=${encodeURIComponent('subTotal/value desc')}`));
    const values = found.map(({ properties }) => (properties['subTotal'] as Amount).value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  test.each([
    ['filter=colour%20eq%201', 'InvalidFilter', 'filter'],
    ['orderBy=colour', 'InvalidOrderBy', 'orderBy'],
    ['skip=-1', 'InvalidParameter', 'skip'],
    ['count=perhaps', 'InvalidParameter', 'count'],
  ])('Errors: %s is refused with code, target and details', async (query, code, target) => {
    expect(await refusal(`&${query}`)).toMatchObject({
      status: 400,
      code,
      target,
      details: [expect.objectContaining({ code: expect.any(String), message: expect.any(String) })],
    });
  });

  test('Errors: additionalInfo has a type and an info', async () => {
    expect(await refusal('&top=51')).toMatchObject({
      additionalInfo: [{ type: 'ParameterRange', info: { parameter: 'top', maximum: 50 } }],
    });
  });

  test.each([
    ['an unknown account', { account: '1' }, 'BillingAccountNotFound'],
    ['an unknown invoice', { invoice: 'G000000000' }, 'InvoiceNotFound'],
    ['the invoice of another account', { account: enterpriseAccount }, 'InvoiceNotFound'],
  ])('%s is 404', async (_, of, code) => {
    expect(await refusal('', of)).toMatchObject({ status: 404, code });
  });

  test.each([
    ['billingAccountName', { account: 'nobody' }],
    ['invoiceName', { invoice: 'nothing' }],
  ])('the pattern of %s is checked', async (target, of) => {
    expect(await refusal('', of)).toMatchObject({ status: 400, code: 'InvalidParameter', target });
  });

  test('the account is found by its number, its PCN name and its GUIDs, names in any case', async () => {
    const small = await running.all(path('', { account: enterpriseAccount, invoice: smallInvoice.toLowerCase() }));
    const empty = await running.all(path('', { account: pcnAccount.toLowerCase(), invoice: emptyInvoice }));
    expect([small.length, empty.length]).toEqual([3, 0]);
  });

  test('reading bills needs a right of its own', async () => {
    const { status, body } = await running.send(path(), { headers: { authorization: readerToken } });
    expect([status, body.error.code]).toEqual([403, 'AuthorizationFailed']);
  });

  test('api-version: the one before is taken too, another one is not', async () => {
    const statuses = ['2020-05-01', '2019-10-01'].map(
      async (version) => (await running.get(path('', { version }))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 400]);
  });

  test('Limits: tag keys and values have at most 256 characters, values are not empty, keys hold none of < > % & \\ ? /', () => {
    const tags = month.flatMap((item) => Object.entries((item as Item & { tags: Record<string, string> }).tags));
    expect(tags.length).toBeGreaterThan(0);
    expect(tags.filter(([key, value]) => !/^[^<>%&\\?/]{1,256}$/.test(key) || !/^.{1,256}$/.test(value))).toEqual([]);
  });

  test.each(['VendorFreeCredit', 'VendorCreditOffer', 'ServiceInterruption', 'Refund', 'Other'])(
    'creditType: %s is there',
    (creditType) => {
      expect(withProperty('creditType', creditType)).not.toEqual([]);
    },
  );

  test('creditType: has the public names in the other profile', async () => {
    const other = await startSandbox({ namespace: 'Microsoft' });
    const items = await other.all(path('&top=50').replace('Vendor.', 'Microsoft.'));
    const types = items.map(({ properties }) => properties['creditType']);
    expect(types).toEqual(expect.arrayContaining(['AzureFreeCredit', 'AzureCreditOffer']));
  });

  test('invoiceId: only billed transactions have one, the others a pending marker in either case', () => {
    const pending = month.filter(({ properties }) => !('invoiceId' in properties));
    expect(new Set(pending.map(({ properties }) => properties['invoice']))).toEqual(new Set(['Pending', 'pending']));
  });

  test('refundTransactionDetails: requested, refunded and the operation', () => {
    expect(withProperty('refundTransactionDetails')[0]?.properties['refundTransactionDetails']).toEqual({
      amountRequested: { currency: 'EUR', value: -3300 },
      amountRefunded: { currency: 'EUR', value: -3120 },
      refundOperationId: expect.stringMatching(new RegExp(`^${GUID}$`)),
    });
  });

  test.each(['SubtotalLevel', 'InvoiceLevel'])('specialTaxationType: %s is there', (type) => {
    expect(withProperty('specialTaxationType', type)).not.toEqual([]);
  });

  test('kind: Other, All and Reservation, in either case', () => {
    expect(new Set(month.map(({ properties }) => properties['kind']))).toEqual(
      new Set(['Other', 'other', 'All', 'Reservation', 'reservation']),
    );
  });

  test('partNumber: only an enterprise bill has them', async () => {
    const small = await running.all(path('', { account: enterpriseAccount, invoice: smallInvoice }));
    expect(withProperty('partNumber')).toEqual([]);
    expect(small.every(({ properties }) => 'partNumber' in properties)).toBe(true);
  });

  test('amounts are of several currencies, negative, zero and positive', () => {
    const totals = amounts('transactionAmount');
    expect([...new Set(totals.map(({ currency }) => currency))].sort()).toEqual(['BRL', 'EUR', 'INR', 'JPY', 'KWD']);
    expect([...new Set(totals.map(({ value }) => Math.sign(value)))].sort()).toEqual([-1, 0, 1]);
  });

  test('amounts of more than 15 digits are written digit by digit', async () => {
    const answer = await fetch(`${running.sandbox.url}${path('&search=passed%20on')}`, {
      headers: { authorization: 'Bearer sandbox-standing-token-app' },
    });
    expect(await answer.text()).toContain('"transactionAmount":{"currency":"JPY","value":1234567890123456.78}');
  });

  test('a day of the incident costs many times a quiet day', () => {
    const dayOf = ({ properties }: Item): string => String(properties['date']).slice(0, 10);
    const costs = (day: string): number =>
      month
        .filter((item) => dayOf(item) === day)
        .reduce((sum, { properties }) => sum + (properties['subTotal'] as Amount).value, 0);
    const last = month.at(-1);
    expect(last === undefined ? 0 : costs(dayOf(last))).toBeGreaterThan(10 * costs('2026-02-28'));
  });
});
