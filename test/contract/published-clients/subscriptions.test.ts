import { randomUUID } from 'node:crypto';
import { SubscriptionClient } from '@azure/arm-subscriptions';
import { refusalOf } from './reading.ts';
import { unread } from './unread.ts';
import { startWired, type Wired } from './wire.ts';

const POLL = { updateIntervalInMs: 20 };

describe.each(['Vendor', 'Microsoft'] as const)('arm-subscriptions in the namespace %s', (namespace) => {
  let wired: Wired;
  let client: SubscriptionClient;

  beforeAll(async () => {
    wired = await startWired(namespace);
    client = new SubscriptionClient(wired.credential, wired.options);
  });
  afterAll(() => wired.sandbox.stop());

  const create = (name = randomUUID(), workload = 'Production') => {
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
});
