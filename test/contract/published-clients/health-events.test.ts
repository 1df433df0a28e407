import { MicrosoftResourceHealth } from '@azure/arm-resourcehealth';
import { collect, refusalOf } from './reading.ts';
import { unread } from './unread.ts';
import { startWired, type Wired } from './wire.ts';

/** List, page, one event with its details, errors. There is nothing to create and nothing to poll. */
describe.each(['Vendor', 'Microsoft'] as const)('arm-resourcehealth in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: MicrosoftResourceHealth;

  beforeAll(async () => {
    wired = await startWired(namespace);
    client = new MicrosoftResourceHealth(wired.credential, wired.info.subscriptionId, wired.options);
  });
  afterAll(() => wired.sandbox.stop());

  it('reads every page of a subscription', async () => {
    const { items, pages, answers } = await collect(wired, client.eventsOperations.listBySubscriptionId());
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(unread(answers, items)).toEqual(['nextLink']);
  });

  it('reads the events of one resource', async () => {
    const resource = wired.info.resource.slice(1);
    const { items, answers } = await collect(wired, client.eventsOperations.listBySingleResource(resource));
    expect(items.length).toBeGreaterThan(0);
    expect(unread(answers, items)).toEqual(['nextLink']);
  });

  it('filters by service and begins where it is told', async () => {
    const filter = "service eq 'Key Vault'";
    const all = await collect(wired, client.eventsOperations.listBySubscriptionId());
    const some = await collect(
      wired,
      client.eventsOperations.listBySubscriptionId({ filter, queryStartTime: '1/1/2020' }),
    );
    expect(some.items.length).toBeGreaterThan(0);
    expect(some.items.length).toBeLessThan(all.items.length);
  });

  it.each([
    'service eq Key',
    "service EQ 'Key Vault'",
    "service eq 'Key Vault' OR region eq 'Global'",
    "colour eq 'red'",
  ])('is refused the filter %s', async (filter) => {
    const refusal = await refusalOf(client.eventsOperations.listBySubscriptionId({ filter }).next());
    expect(refusal).toMatchObject({ statusCode: 400, code: 'InvalidFilter' });
  });

  it('reads the details of a sensitive event', async () => {
    const { sensitiveEvent } = wired.info;
    const plain = await client.eventOperations.getBySubscriptionIdAndTrackingId(sensitiveEvent);
    const whole = await client.eventOperations.fetchDetailsBySubscriptionIdAndTrackingId(sensitiveEvent);
    expect([plain.description, typeof whole.description]).toEqual([undefined, 'string']);
    expect(unread(wired.answers.at(-1), whole)).toEqual([]);
  });

  it('waits as a throttled answer says, then reads on', async () => {
    wired.sandbox.faults.set({ kind: 'throttle', count: 1, retryAfter: 0 });
    const { items } = await collect(wired, client.eventsOperations.listBySubscriptionId());
    expect(items.length).toBeGreaterThan(5);
  });

  it('reads the refusal of an unknown event', async () => {
    const refusal = await refusalOf(client.eventOperations.getBySubscriptionIdAndTrackingId('NONE-000'));
    expect(refusal).toMatchObject({ statusCode: 404, code: 'EventNotFound' });
  });
});
