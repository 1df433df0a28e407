import { cloud } from '../../world.ts';
import { type Item, type Running, readerToken, startSandbox, stopAll } from './support.ts';

const { account, invoice, smallInvoice, emptyInvoice, enterpriseAccount, pcnAccount } = cloud.billing;

const path = (query = '', of: { account?: string; invoice?: string; version?: string } = {}): string =>
  `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(of.account ?? account)}` +
  `/invoices/${of.invoice ?? invoice}/transactions?api-version=${of.version ?? '2024-04-01'}${query}`;

interface Amount {
  readonly currency: string;
  readonly value: number;
}

describe('the list of an invoice’s transactions', () => {
  let running: Running;
  let month: readonly Item[];

  beforeAll(async () => {
    running = await startSandbox();
    month = await running.all(path('&top=50'));
  });
  afterAll(stopAll);

  const refusal = async (query: string, of?: Parameters<typeof path>[1]) => {
    const { status, body } = await running.get(path(query, of));
    return { status, ...(body.error as { code: string; message: string; target?: string; details?: unknown[] }) };
  };

  test.each([
    ['five transactions without top', '', 5],
    ['50 transactions with top=50', '&top=50', 50],
  ])('a page has %s, of more than 100', async (_, query, count) => {
    expect([(await running.get(path(query))).body.value.length, month.length > 100]).toEqual([count, true]);
  });

  test.each(['51', '0', '-1', 'many', '1.5'])('top=%s is refused with its target', async (top) => {
    expect(await refusal(`&top=${top}`)).toMatchObject({ status: 400, code: 'InvalidParameter', target: 'top' });
  });

  test('skip leaves out transactions at the beginning and keeps all others', async () => {
    const rest = await running.all(path('&top=50&skip=60'));
    expect(rest.map(({ name }) => name)).toEqual(month.slice(60).map(({ name }) => name));
  });

  test('skip beyond the end returns an empty list', async () => {
    expect((await running.get(path('&skip=100000'))).body.value).toEqual([]);
  });

  test('count=true adds the number of matches, count=false does not', async () => {
    const counts = [(await running.get(path('&count=true'))).body, (await running.get(path('&count=false'))).body];
    expect(counts[0]).toMatchObject({ count: month.length });
    expect(counts[1]).not.toHaveProperty('count');
  });

  test('search finds text in text fields, in any case', async () => {
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
  ])('the filter %s selects the matching transactions', async (filter, model) => {
    const found = await running.all(path(`&top=50&filter=${encodeURIComponent(filter)}`));
    expect(found.map(({ name }) => name)).toEqual(month.filter(model).map(({ name }) => name));
  });

  test('orderBy sorts across all pages', async () => {
    const found = await running.all(path(`&top=50&orderBy=${encodeURIComponent('subTotal/value desc')}`));
    const values = found.map(({ properties }) => (properties['subTotal'] as Amount).value);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  test.each([
    ['filter=colour%20eq%201', 'InvalidFilter', 'filter'],
    ['filter=kind%20eq%20all', 'InvalidFilter', 'filter'],
    ["filter=kind%20EQ%20'all'", 'InvalidFilter', 'filter'],
    ['orderBy=colour', 'InvalidOrderBy', 'orderBy'],
    ['skip=-1', 'InvalidParameter', 'skip'],
    ['count=perhaps', 'InvalidParameter', 'count'],
  ])('%s is refused with code, target and details', async (query, code, target) => {
    expect(await refusal(`&${query}`)).toMatchObject({
      status: 400,
      code,
      target,
      details: [expect.objectContaining({ code: expect.any(String), message: expect.any(String) })],
    });
  });

  test('an error’s additionalInfo has a type and an info', async () => {
    expect(await refusal('&top=51')).toMatchObject({
      additionalInfo: [{ type: 'ParameterRange', info: { parameter: 'top', maximum: 50 } }],
    });
  });

  test.each([
    ['an unknown account', { account: '1' }, 'BillingAccountNotFound'],
    ['an unknown invoice', { invoice: 'G000000000' }, 'InvoiceNotFound'],
    ['the invoice of another account', { account: enterpriseAccount }, 'InvoiceNotFound'],
  ])('%s is refused with 404', async (_, of, code) => {
    expect(await refusal('', of)).toMatchObject({ status: 404, code });
  });

  test.each([
    ['billingAccountName', { account: 'nobody' }],
    ['invoiceName', { invoice: 'nothing' }],
    ['invoiceName', { invoice: invoice.toLowerCase() }],
  ])('a %s of another pattern is refused', async (target, of) => {
    expect(await refusal('', of)).toMatchObject({ status: 400, code: 'InvalidParameter', target });
  });

  test('an account is found by its number, and by its PCN name in any case', async () => {
    const small = await running.all(path('', { account: enterpriseAccount, invoice: smallInvoice }));
    const empty = await running.all(path('', { account: pcnAccount.toLowerCase(), invoice: emptyInvoice }));
    expect([small.length, empty.length]).toEqual([3, 0]);
  });

  test('the reader’s token, without the billing right, is refused', async () => {
    const { status, body } = await running.send(path(), { headers: { authorization: readerToken } });
    expect([status, body.error.code]).toEqual([403, 'AuthorizationFailed']);
  });

  test('the previous api-version is accepted, an older one is refused', async () => {
    const statuses = ['2020-05-01', '2019-10-01'].map(
      async (version) => (await running.get(path('', { version }))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 400]);
  });

  test.each(['12.345', 'true', 'e+'])('search for %s finds nothing outside text fields', async (text) => {
    expect(await running.all(path(`&top=50&search=${encodeURIComponent(text)}`))).toEqual([]);
  });

  test.each([
    ['8608481', 404],
    ['pcn.A1', 404],
    [account.split(':')[0] ?? '', 404],
    [account.replace('2019-05-31', '2019-05-30'), 404],
    ['PCN.', 400],
    [account.replace('2019-05-31', '2019-5-31'), 400],
  ])('the account %s, by the documented pattern, gets %i', async (name, status) => {
    expect((await running.get(path('', { account: name }))).status).toBe(status);
  });

  test.each([
    ['H1-AB2', 404],
    ['T12345678A', 404],
    ['HT12345678A', 404],
    ['D00001877A', 404],
    ['EA0500HX04', 404],
    [smallInvoice, 200],
    ['X002548106', 400],
    ['E0500HX0421', 400],
  ])('the invoice %s, by the documented pattern, gets %i', async (name, status) => {
    expect((await running.get(path('', { account: enterpriseAccount, invoice: name }))).status).toBe(status);
  });
});
