import type { Db } from '../../../src/platform/storage/database.ts';
import { type Answer, type Call, Refusal } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { readOwnershipRequest } from './alias-request.ts';
import { findSubscription } from './aliases.ts';
import { type AliasRow, aliasState, ownershipState, type SubscriptionRow } from './tables.ts';

/** POST acceptOwnership: begins the acceptance of a pending ownership (docs/sources.md, Subscriptions). */
export const acceptOwnership = async (call: Call): Promise<Answer> => {
  const { world } = call;
  const { displayName, tags } = readOwnershipRequest(call);
  const id = world.ids.guid();
  await world.store.transaction(async (trx) => {
    const subscription = await findSubscription(trx, call.params['subscriptionId'] ?? '');
    const alias = await firstAlias(trx, subscription);
    const now = world.clock.now();
    checkPending(subscription, alias && aliasState(alias, now), now);
    const settles = now + world.longMs;
    await trx
      .updateTable('subscriptions')
      .set({ accept_asked_at: now, accepted_at: settles, display_name: displayName })
      .$if(tags !== undefined, (query) => query.set({ tags: JSON.stringify(tags) }))
      .where('id', '=', subscription.id)
      .execute();
    await trx
      .insertInto('subscription_operations')
      .values({ id, subscription: subscription.id, settles_at: settles })
      .execute();
  });
  return inProgress(call, id);
};

/** GET of the Location: 202 until the end, then the subscription (docs/sources.md, Subscriptions). */
export const followOperation = async (call: Call): Promise<Answer> => {
  const id = call.params['operationId'] ?? '';
  const { store, clock } = call.world;
  const row = await store.db
    .selectFrom('subscription_operations')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw new Refusal(404, 'SubscriptionOperationNotFound', `The operation '${id}' was not found.`);
  if (clock.now() < row.settles_at) return inProgress(call, row.id);
  return { status: 200, body: { subscriptionLink: `/subscriptions/${row.subscription}` } };
};

/** GET acceptOwnershipStatus, everything at the top level (docs/sources.md, Subscriptions). */
export const ownershipStatus = async (call: Call): Promise<Answer> => {
  const { store, clock } = call.world;
  const subscription = await findSubscription(store.db, call.params['subscriptionId'] ?? '');
  const alias = await firstAlias(store.db, subscription);
  const now = clock.now();
  const accepting = subscription.accepted_at !== null && now < subscription.accepted_at;
  const body = {
    subscriptionId: subscription.id,
    acceptOwnershipState: ownershipState(subscription, now),
    provisioningState: accepting ? 'Pending' : alias ? aliasState(alias, now) : 'Succeeded',
    billingOwner: subscription.billing_owner,
    subscriptionTenantId: subscription.tenant,
    displayName: subscription.display_name,
    tags: JSON.parse(subscription.tags),
  };
  return { status: 200, body };
};

const firstAlias = (db: Db<VendorTables>, { id }: SubscriptionRow): Promise<AliasRow | undefined> =>
  db
    .selectFrom('subscription_aliases')
    .selectAll()
    .where('subscription', '=', id)
    .orderBy('created_at')
    .executeTakeFirst();

const checkPending = (subscription: SubscriptionRow, created: string | undefined, now: number): void => {
  const what = `of the subscription '${subscription.id}'`;
  if (created !== undefined && created !== 'Succeeded')
    throw new Refusal(409, 'SubscriptionNotReady', `The creation ${what} is ${created}.`);
  const state = ownershipState(subscription, now);
  if (state === 'Expired') throw new Refusal(409, 'OwnershipExpired', `The ownership offer ${what} has expired.`);
  if (state === 'Completed') throw new Refusal(409, 'OwnershipCompleted', `The ownership ${what} was accepted before.`);
  if (subscription.accepted_at !== null)
    throw new Refusal(409, 'OwnershipInProgress', `An acceptance ${what} is in progress.`);
};

const inProgress = ({ world, origin }: Call, id: string): Answer => ({
  status: 202,
  headers: {
    location: `${origin}/providers/${world.namespace}.Subscription/subscriptionOperations/${id}?api-version=2021-10-01`,
    'retry-after': '1',
  },
});
