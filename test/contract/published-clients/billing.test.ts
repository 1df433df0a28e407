import { BillingManagementClient } from '@azure/arm-billing';
import { collect, refusalOf } from './reading.ts';
import { unread } from './unread.ts';
import { startWired, type Wired } from './wire.ts';

/** Fields that came with version 2024-04-01; the published client speaks 2020-05-01. */
const newer = ['creditType', 'isThirdParty', 'reasonCode', 'refundTransactionDetails', 'specialTaxationType'];

/** List, page, errors. Of invoices the documents have nothing to create and nothing to poll. */
describe.each(['Vendor', 'Microsoft'] as const)('arm-billing in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: BillingManagementClient;

  beforeAll(async () => {
    wired = await startWired(namespace);
    client = new BillingManagementClient(wired.credential, wired.info.subscriptionId, wired.options);
  });
  afterAll(() => wired.sandbox.stop());

  it('reads every page of an invoice, amounts and dates with their types', async () => {
    const { billingAccount, invoice } = wired.info;
    const { items, pages, answers } = await collect(wired, client.transactions.listByInvoice(billingAccount, invoice));
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(unread(answers, items).filter((field) => !newer.some((name) => field.includes(name)))).toEqual(['nextLink']);
  });

  it('reads code and message of a refusal', async () => {
    const { billingAccount } = wired.info;
    const list = client.transactions.listByInvoice(billingAccount, 'G999999999');
    expect(await refusalOf(list.next())).toMatchObject({ statusCode: 404, code: 'InvoiceNotFound' });
  });

  it('waits as a throttled answer says, then reads on', async () => {
    const { billingAccount, invoice } = wired.info;
    wired.sandbox.faults.set({ kind: 'throttle', count: 1, retryAfter: 0 });
    const { items } = await collect(wired, client.transactions.listByInvoice(billingAccount, invoice));
    expect(items.length).toBeGreaterThan(5);
  });

  it('reads code and message of a refusal that does not end', async () => {
    const { billingAccount, invoice } = wired.info;
    wired.sandbox.faults.set({ kind: 'throttle', count: 3, retryAfter: 0 });
    const refusal = await refusalOf(client.transactions.listByInvoice(billingAccount, invoice).next());
    const code = namespace === 'Microsoft' ? 'TenantRequestsThrottled' : 'TooManyRequests';
    expect(refusal).toMatchObject({ statusCode: 429, code });
  });
});
