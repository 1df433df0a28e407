import { cloud } from '../../world.ts';
import { expectAnswers, type Item, useSharedSandbox } from './support.ts';

const { account, invoice, smallInvoice, emptyInvoice, enterpriseAccount, pcnAccount } = cloud.billing;

const path = (query = '', of: { account?: string; invoice?: string; version?: string } = {}): string =>
  `/providers/Vendor.Billing/billingAccounts/${encodeURIComponent(of.account ?? account)}` +
  `/invoices/${of.invoice ?? invoice}/transactions?api-version=${of.version ?? '2024-04-01'}${query}`;

interface Amount {
  readonly currency: string;
  readonly value: number;
}

const running = useSharedSandbox();
let month: readonly Item[];

beforeAll(async () => {
  month = await running.all(path('&top=50'));
});

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

test('an unreadable parameter is refused with code, target and details', async () => {
  const rows = {
    'top=51': ['InvalidParameter', 'top'],
    'top=0': ['InvalidParameter', 'top'],
    'top=-1': ['InvalidParameter', 'top'],
    'top=many': ['InvalidParameter', 'top'],
    'top=1.5': ['InvalidParameter', 'top'],
    'skip=-1': ['InvalidParameter', 'skip'],
    'count=perhaps': ['InvalidParameter', 'count'],
    'filter=kind eq all': ['InvalidFilter', 'filter'],
    "filter=kind EQ 'all'": ['InvalidFilter', 'filter'],
    'orderBy=colour': ['InvalidOrderBy', 'orderBy'],
  };
  const details = [{ code: expect.any(String), message: expect.any(String) }];
  for (const [query, [code, target]] of Object.entries(rows))
    expect(await refusal(`&${encodeURI(query)}`)).toMatchObject({ status: 400, code, target, details });
  expect(await refusal('&top=51')).toMatchObject({
    additionalInfo: [{ type: 'ParameterRange', info: { parameter: 'top', maximum: 50 } }],
  });
});

test('a name of another pattern than documented is refused, and one that nobody has is not found', async () => {
  const [first = ''] = account.split(':');
  const ofAccount = (name: string): string => path('', { account: name });
  const ofInvoice = (name: string): string => path('', { account: enterpriseAccount, invoice: name });
  const malformed = ['nobody', 'PCN.', account.replace('2019-05-31', '2019-5-31')];
  const unknown = ['8608481', 'pcn.A1', first, account.replace('2019-05-31', '2019-05-30')];
  const noInvoice = ['nothing', 'X002548106', 'E0500HX0421', invoice.toLowerCase()];
  const nobodys = [invoice, 'H1-AB2', 'T12345678A', 'HT12345678A', 'D00001877A', 'EA0500HX04'];
  const rows = [
    ...malformed.map((name) => [name, ['400 InvalidParameter', ofAccount(name)]]),
    ...unknown.map((name) => [name, ['404 BillingAccountNotFound', ofAccount(name)]]),
    ...noInvoice.map((name) => [name, ['400 InvalidParameter', ofInvoice(name)]]),
    ...nobodys.map((name) => [name, ['404 InvoiceNotFound', ofInvoice(name)]]),
  ] as const;
  await expectAnswers(running, Object.fromEntries(rows));
  expect(await refusal('', { account: 'nobody' })).toMatchObject({ target: 'billingAccountName' });
  expect(await refusal('', { invoice: 'nothing' })).toMatchObject({ target: 'invoiceName' });
});

test('an account is found by its number, and by its PCN name in any case', async () => {
  const small = await running.all(path('', { account: enterpriseAccount, invoice: smallInvoice }));
  const empty = await running.all(path('', { account: pcnAccount.toLowerCase(), invoice: emptyInvoice }));
  expect([small.length, empty.length]).toEqual([3, 0]);
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
