import { DAY, SECOND } from '../../../src/platform/lib/clock.ts';
import { cloud, people, tenantId } from '../../world.ts';
import { accept, aliasPath, asked, ofSubscription, root, status, version } from './subscriptions-support.ts';
import { expectAnswers, failed, startSandbox, useSharedSandbox } from './support.ts';

/** For tests that change nothing. */
const still = useSharedSandbox();

test('POST of acceptOwnership gets 202 without a body, with a Location that returns 202 with the same headers, then 200 with the subscription', async () => {
  const running = await startSandbox({ longMs: 3 * SECOND });
  const accepted = await accept(running, asked.standby.id, {
    displayName: 'Ours',
    managementGroupId: null,
    tags: {},
  });
  const location = accepted.headers.get('location') ?? '';
  const operation = new RegExp(`^${running.sandbox.url}${root}/subscriptionOperations/[0-9a-f-]{36}\\?${version}$`);
  expect([accepted.status, accepted.body, location]).toEqual([202, undefined, expect.stringMatching(operation)]);
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

test('POST of acceptOwnership sets the name and the tags of the subscription', async () => {
  const running = await startSandbox({ longMs: SECOND });
  await accept(running, asked.standby.id, {
    displayName: 'Ours',
    managementGroupId: cloud.managementGroup,
    tags: { team: 'ledger' },
  });
  running.time.advance(SECOND);
  expect(await status(running, asked.standby.id)).toMatchObject({ displayName: 'Ours', tags: { team: 'ledger' } });
});

test('POST of acceptOwnership needs a display name, an existing management group, and a subscription that was created', async () => {
  const path = (id: string): string => ofSubscription(id, 'acceptOwnership');
  const asking = (properties: object) => ({ body: { properties } });
  const named = asking({ displayName: 'Ours' });
  await expectAnswers(
    still,
    {
      'an empty name': ['400 InvalidRequestContent', path(asked.standby.id), asking({ displayName: ' ' })],
      'no field': ['400 InvalidRequestContent', path(asked.standby.id), asking({})],
      'no name': ['400 InvalidRequestContent', path(asked.standby.id), asking({ displayName: null })],
      'an unknown management group': [
        '404 ManagementGroupNotFound',
        path(asked.standby.id),
        asking({ displayName: 'Ours', managementGroupId: 'mg-nowhere', tags: {} }),
      ],
      'one that was never created': ['409 SubscriptionNotReady', path(asked.pilot.id), named],
      'an unknown operation': [
        '404 SubscriptionOperationNotFound',
        `${root}/subscriptionOperations/99999999-7c3e-4b59-9a41-5e2f8b7c1d01?${version}`,
        { method: 'GET' },
      ],
    },
    { method: 'POST' },
  );
});

test('POST of acceptOwnership after the end of the offer is refused', async () => {
  const running = await startSandbox();
  running.time.advance(14 * DAY);
  expect(failed(await accept(running, asked.standby.id))).toEqual([409, 'OwnershipExpired']);
  expect(await status(running, asked.standby.id)).toMatchObject({ acceptOwnershipState: 'Expired' });
});

test('GET of acceptOwnershipStatus has all fields at the top level', async () => {
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

test('GET of acceptOwnershipStatus changes from Pending to Completed, in the alias too', async () => {
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
