import { randomUUID } from 'node:crypto';
import { SubscriptionClient } from '@azure/arm-subscriptions';
import { refusalOf } from './reading.ts';
import { unread } from './unread.ts';
import { startWired, type Wired } from './wire.ts';

const POLL = { updateIntervalInMs: 20 };

/** Create, poll, errors. The documents have no list of aliases, so there are no pages. */
describe.each(['Vendor', 'Microsoft'] as const)('arm-subscriptions in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: SubscriptionClient;

  beforeAll(async () => {
    wired = await startWired(namespace);
    client = new SubscriptionClient(wired.credential, wired.options);
  });
  afterAll(() => wired.sandbox.stop());

  const create = (name: string = randomUUID(), workload = 'Production') => {
    const properties = { displayName: 'Payments Lab', workload, billingScope: wired.info.billingScope };
    return client.alias.beginCreateAndWait(name, { properties }, POLL);
  };

  it('creates a subscription, polls to its end and reads the alias', async () => {
    const name = randomUUID();
    const made = await create(name);
    expect(made).toMatchObject({ name, properties: { provisioningState: 'Succeeded' } });
    const read = await client.alias.get(name);
    expect(unread(wired.answers.at(-1), read)).toEqual([]);
  });

  it('accepts the ownership and polls its Location to the end', async () => {
    const { properties } = await create();
    const id = properties?.subscriptionId ?? '';
    await client.subscription.beginAcceptOwnershipAndWait(
      id,
      { properties: { displayName: 'Ours', tags: { team: 'ledger' } } },
      POLL,
    );
    const status = await client.subscription.acceptOwnershipStatus(id);
    expect(status).toMatchObject({ subscriptionId: id, acceptOwnershipState: 'Completed' });
    expect(unread(wired.answers.at(-1), status)).toEqual([]);
  });

  it('reads code and message of a refusal', async () => {
    const name = randomUUID();
    await create(name);
    expect(await refusalOf(create(name, 'DevTest'))).toMatchObject({
      statusCode: 409,
      code: 'SubscriptionAliasExists',
    });
  });

  it.each([
    ['a slash', 'a/b', 400, 'InvalidAliasName'],
    ['a full stop', 'a.b', 404, 'NotFound'],
  ])('is refused an alias whose name has %s', async (_, name, statusCode, code) => {
    expect(await refusalOf(create(name))).toMatchObject({ statusCode, code });
  });

  it('reads the end of a subscription that cannot be created', async () => {
    wired.sandbox.faults.set({ kind: 'provisioning', state: 'Failed', count: 1 });
    await expect(create()).rejects.toThrow(/failed/i);
  });

  it('waits as a throttled answer says, then creates', async () => {
    wired.sandbox.faults.set({ kind: 'throttle', count: 1, retryAfter: 0 });
    expect(await create()).toMatchObject({ properties: { provisioningState: 'Succeeded' } });
  });
});
