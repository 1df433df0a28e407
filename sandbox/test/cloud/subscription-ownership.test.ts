import { DAY, SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud, people, tenantId } from '../../world.ts';
import {
  accept,
  aliasPath,
  asked,
  managementGroupId,
  root,
  status,
  subscriptions,
  version,
} from './subscriptions-support.ts';
import { failed, type Running, startSandbox, stopAll } from './support.ts';

/** For tests that change nothing. */
let still: Running;

beforeAll(async () => {
  still = await startSandbox();
});
afterAll(stopAll);

describe('POST of acceptOwnership', () => {
  test('gets 202 without a body, with Location and Retry-After', async () => {
    const running = await startSandbox();
    const { status: code, headers, body } = await accept(running, asked.standby.id);
    expect([code, body, headers.get('retry-after'), headers.get('location')]).toEqual([
      202,
      undefined,
      '1',
      expect.stringMatching(
        new RegExp(`^${running.sandbox.url}${root}/subscriptionOperations/[0-9a-f-]{36}\\?${version}$`),
      ),
    ]);
  });

  test('has a Location that returns 202 with the same headers, then 200 with the subscription', async () => {
    const running = await startSandbox({ longMs: 3 * SECOND });
    const location = (await accept(running, asked.standby.id)).headers.get('location') ?? '';
    const before = await running.get(location);
    running.time.advance(3 * SECOND);
    const after = await running.get(location);
    expect([before.status, before.headers.get('location'), before.headers.get('retry-after')]).toEqual([
      202,
      location,
      '1',
    ]);
    expect([after.status, after.body]).toEqual([200, { subscriptionLink: `/subscriptions/${asked.standby.id}` }]);
  });

  test('sets the name and the tags of the subscription', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await accept(running, asked.standby.id, { displayName: 'Ours', managementGroupId, tags: { team: 'ledger' } });
    running.time.advance(SECOND);
    expect(await status(running, asked.standby.id)).toMatchObject({ displayName: 'Ours', tags: { team: 'ledger' } });
  });

  test.each([
    [null, 202],
    [cloud.managementGroup, 202],
    ['mg-nowhere', 404],
  ])('with the management group %s gets %i', async (managementGroupId, code) => {
    const properties = { displayName: 'Ours', managementGroupId, tags: {} };
    expect((await accept(await startSandbox(), asked.standby.id, properties)).status).toBe(code);
  });

  test.each([{}, { displayName: ' ' }, { displayName: null }])(
    'without a display name is refused: %j',
    async (properties) => {
      expect(failed(await accept(still, asked.standby.id, properties))).toEqual([400, 'InvalidRequestContent']);
    },
  );

  test.each([
    ['unknown', '99999999-7c3e-4b59-9a41-5e2f8b7c1d01', 404, 'SubscriptionNotFound'],
    ['still being created', asked.fraud.id, 409, 'SubscriptionNotReady'],
    ['never created', asked.pilot.id, 409, 'SubscriptionNotReady'],
    ['no longer offered', asked.loadTest.id, 409, 'OwnershipExpired'],
    ['accepted before', subscriptions.staging.id, 409, 'OwnershipCompleted'],
  ])('for a subscription that is %s is refused', async (_, id, status, code) => {
    expect(failed(await accept(still, id))).toEqual([status, code]);
  });

  test('during an earlier acceptance is refused', async () => {
    const running = await startSandbox();
    await accept(running, asked.standby.id);
    expect(failed(await accept(running, asked.standby.id))).toEqual([409, 'OwnershipInProgress']);
  });

  test('after the end of the offer is refused', async () => {
    const running = await startSandbox();
    running.time.advance(14 * DAY);
    expect(failed(await accept(running, asked.standby.id))).toEqual([409, 'OwnershipExpired']);
  });

  test('has no other operation than its own: an unknown one is refused', async () => {
    const { get } = still;
    const reply = await get(`${root}/subscriptionOperations/99999999-7c3e-4b59-9a41-5e2f8b7c1d01?${version}`);
    expect(failed(reply)).toEqual([404, 'SubscriptionOperationNotFound']);
  });
});

describe('GET of acceptOwnershipStatus', () => {
  test('has all fields at the top level', async () => {
    expect(await status(still, asked.standby.id)).toEqual({
      subscriptionId: asked.standby.id,
      acceptOwnershipState: 'Pending',
      provisioningState: 'Succeeded',
      billingOwner: people.bo.objectId,
      subscriptionTenantId: tenantId,
      displayName: asked.standby.name,
      tags: { team: 'payments', incident: 'INC-2041' },
    });
  });

  test('changes from Pending to Completed, in the alias too', async () => {
    const running = await startSandbox({ longMs: SECOND });
    await accept(running, asked.standby.id);
    const during = await status(running, asked.standby.id);
    running.time.advance(SECOND);
    const after = await status(running, asked.standby.id);
    const { body } = await running.get(aliasPath(asked.standby.alias));
    expect([during, after, body.properties]).toEqual([
      expect.objectContaining({ acceptOwnershipState: 'Pending', provisioningState: 'Pending' }),
      expect.objectContaining({ acceptOwnershipState: 'Completed', provisioningState: 'Succeeded' }),
      expect.not.objectContaining({ acceptOwnershipUrl: expect.anything() }),
    ]);
  });

  test('changes from Pending to Expired', async () => {
    const running = await startSandbox();
    running.time.advance(14 * DAY);
    expect(await status(running, asked.standby.id)).toMatchObject({ acceptOwnershipState: 'Expired' });
  });
});
