import { listInvoiceTransactions } from '#cloud/operations/billing.ts';
import cases from '../../fixtures/cloud/operations/billing.json' with { type: 'json' };
import { nock } from '../../support/strict-nock.ts';
import { base, benchPerTest, errorOf, givesToken, vendor } from '../client-fixture.ts';

const account = '7c1e5b90-3a4d-4f28-9b60-d2e8a1f47c35:2b9f6d14-85ea-4c07-b3d1-6f0c9e72a458_2019-05-31';
const question = { billingAccount: account, invoice: 'G002548106' };
const pathOf = (name: string, invoice = 'G002548106'): string =>
  `/providers/Vendor.Billing/billingAccounts/${name.replace(':', '%3A')}/invoices/${invoice}/transactions`;

const bench = benchPerTest();

const read = async (query: Parameters<typeof listInvoiceTransactions.parts>[0]) => {
  const items: unknown[] = [];
  for await (const item of bench.client.list(listInvoiceTransactions, query)) items.push(item);
  return items;
};

/** One page as text, which keeps the digits of its numbers. */
const answers = (body: string): void => {
  givesToken();
  vendor().get(pathOf(account)).query({ 'api-version': '2024-04-01' }).reply(200, body);
};

const withProperties = (properties: string): string =>
  `{"value":[{"id":"/t/1","name":"1","properties":{${properties}}}]}`;

test.each([[account], ['8608480'], ['PCN.7f3KQ2'], ['pcn.x1'], ['7c1e5b90-3a4d-4f28-9b60-d2e8a1f47c35']])(
  'the transactions of the account %s are requested',
  async (name) => {
    givesToken();
    vendor().get(pathOf(name)).query({ 'api-version': '2024-04-01' }).reply(200, { value: [] });
    expect(await read({ ...question, billingAccount: name })).toEqual([]);
  },
);

test.each([
  ['', 'G002548106'],
  ['PCN.', 'G002548106'],
  ['12a', 'G002548106'],
  ['7c1e5b90', 'G002548106'],
  [`${account}/x`, 'G002548106'],
  [`${account}\n`, 'G002548106'],
  [account.slice(0, -3), 'G002548106'],
  [account, ''],
  [account, 'G00254810'],
  [account, 'g002548106'],
  [account, 'X002548106'],
  [account, 'EA0254810'],
  [account, '../G002548106'],
])('the account %j with the invoice %j is refused before a request is sent', async (billingAccount, invoice) => {
  await expect(read({ billingAccount, invoice })).rejects.toThrow(RangeError);
});

test.each([['H1-ABC9'], ['G002548106'], ['HT123456789'], ['D000018772'], ['E0500HX042'], ['EA12345678']])(
  'the transactions of the invoice %s are requested',
  async (invoice) => {
    givesToken();
    vendor().get(pathOf(account, invoice)).query(true).reply(200, { value: [] });
    expect(await read({ ...question, invoice })).toEqual([]);
  },
);

test.each([{ top: 51 }, { top: 0 }, { top: 1.5 }, { skip: -1 }, { skip: Number.NaN }])(
  'the query %j is refused before a request is sent',
  async (more) => {
    await expect(read({ ...question, ...more })).rejects.toThrow(RangeError);
  },
);

test('all pages are read, and only an invalid transaction is left out', async () => {
  givesToken();
  const item = (name: string) => ({ id: `/t/${name}`, name, properties: {} });
  const nextLink = `${base}${pathOf(account)}?api-version=2024-04-01&%24skipToken=2`;
  const bad = { ...item('2'), properties: { tax: { currency: 'EUR', value: 'much' } } };
  vendor()
    .get(pathOf(account))
    .query({ 'api-version': '2024-04-01' })
    .reply(200, { value: [item('1'), bad], nextLink });
  vendor()
    .get(pathOf(account))
    .query({ 'api-version': '2024-04-01', $skipToken: '2' })
    .reply(200, { value: [item('3')] });
  expect(await read(question)).toEqual([
    { id: '/t/1', name: '1' },
    { id: '/t/3', name: '3' },
  ]);
});

test.each(cases.amounts)('the amount $written is read as $value', async ({ written, value }) => {
  answers(withProperties(`"subTotal":{"currency":"EUR","value":${written}},"units":${written}`));
  expect(await read(question)).toEqual([{ id: '/t/1', name: '1', subTotal: { currency: 'EUR', value }, units: value }]);
});

test.each(cases.written)('$written is read as $expected', async ({ written, expected }) => {
  answers(withProperties(written));
  expect(await read(question)).toEqual([{ id: '/t/1', name: '1', ...expected }]);
});

test.each(cases.unusual)(
  'no transaction is lost for $written: it is read as $expected',
  async ({ written, expected }) => {
    answers(withProperties(written));
    expect(await read(question)).toEqual([{ id: '/t/1', name: '1', ...expected }]);
  },
);

test.each([
  '"tax":{"currency":null,"value":1}',
  '"transactionAmount":{"currency":"EUR","value":"much"}',
  '"creditType":7',
  '"invoiceId":7',
])('a transaction is not read without %s: its totals would be wrong', async (written) => {
  answers(withProperties(written));
  expect(await read(question)).toEqual([]);
});

test('a tag without a text value is left out', async () => {
  answers('{"value":[{"id":"/t/1","name":"1","tags":{"a":"b","c":null,"d":7},"properties":{}}]}');
  expect(await read(question)).toEqual([{ id: '/t/1', name: '1', tags: { a: 'b' } }]);
});

test('an error has its target, its details and its additional information', async () => {
  givesToken();
  const info = { type: 'ParameterRange', info: { maximum: 50 } };
  const detail = {
    code: 'TooMany',
    message: 'No more than 50.',
    additionalInfo: [{ type: 'Hint', info: { top: 50 } }],
  };
  vendor()
    .get(pathOf(account))
    .query(true)
    .reply(400, {
      error: { code: 'InvalidParameter', message: 'top', target: 'top', details: [detail], additionalInfo: [info] },
    });
  const { vendorCode, target, details, additionalInfo } = await errorOf(read(question));
  expect({ vendorCode, target, details, additionalInfo }).toEqual({
    vendorCode: 'InvalidParameter',
    target: 'top',
    details: 'TooMany: No more than 50.',
    additionalInfo: 'ParameterRange: {"maximum":50}\nHint: {"top":50}',
  });
  expect(nock.pendingMocks()).toEqual([]);
});
