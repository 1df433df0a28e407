import { iso } from '../../../src/platform/lib/clock.ts';
import type { Db, Trx } from '../../../src/platform/storage/database.ts';
import { tenantId } from '../../world.ts';
import { type Answer, type Call, Refusal } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { type AliasRequest, readAliasRequest } from './alias-request.ts';
import { type AliasRow, aliasState, OWNERSHIP_LIFE, ownershipState, type SubscriptionRow } from './tables.ts';

/** PUT aliases/{aliasName}: a new subscription, or an alias of an existing one (docs/sources.md, Subscriptions). */
export const createAlias = async (call: Call): Promise<Answer> => {
  const name = aliasName(call);
  const request = readAliasRequest(call);
  const text = JSON.stringify(request);
  return call.world.store.transaction(async (trx) => {
    const earlier = await findAlias(trx, name);
    if (earlier && earlier.request !== text)
      throw new Refusal(409, 'SubscriptionAliasExists', `The alias '${name}' stands for another request.`);
    if (earlier) return answerWith(call, trx, earlier, 200);
    const existing = request.subscriptionId !== undefined;
    const subscription = existing
      ? await findSubscription(trx, request.subscriptionId ?? '')
      : await addSubscription(call, trx, request);
    const { clock, longMs, faults } = call.world;
    const end = faults.take('provisioning', call.operation)?.state ?? 'Succeeded';
    const alias: AliasRow = {
      key: name.toLowerCase(),
      name,
      subscription: subscription.id,
      request: text,
      created_by: call.caller.principalId,
      created_at: clock.now(),
      open_state: end === 'Pending' ? end : 'Accepted',
      settles_at: end === 'Pending' ? null : clock.now() + (existing ? 0 : longMs),
      outcome: end === 'Pending' ? 'Succeeded' : end,
    };
    await trx.insertInto('subscription_aliases').values(alias).execute();
    return answerWith(call, trx, alias, existing ? 200 : 201);
  });
};

/** One segment of a path; a full stop leads elsewhere. @throws Refusal */
const aliasName = ({ params: { aliasName: name = '' } }: Call): string => {
  if (/[/\\]/.test(name)) throw new Refusal(400, 'InvalidAliasName', `The alias name '${name}' is not valid.`);
  if (!name.includes('.')) return name;
  const message =
    'The resource you are looking for has been removed, had its name changed, or is temporarily unavailable.';
  throw new Refusal(404, 'NotFound', message);
};

/** GET aliases/{aliasName} (docs/sources.md, Subscriptions). */
export const getAlias = async (call: Call): Promise<Answer> => {
  const { db } = call.world.store;
  const name = call.params['aliasName'] ?? '';
  const alias = await findAlias(db, name);
  if (alias) return answerWith(call, db, alias, 200);
  throw new Refusal(404, 'SubscriptionAliasNotFound', `The alias '${name}' was not found.`);
};

const findAlias = (db: Db<VendorTables>, name: string): Promise<AliasRow | undefined> =>
  db.selectFrom('subscription_aliases').selectAll().where('key', '=', name.toLowerCase()).executeTakeFirst();

/** @throws Refusal 404 */
export const findSubscription = async (db: Db<VendorTables>, id: string): Promise<SubscriptionRow> => {
  const row = await db.selectFrom('subscriptions').selectAll().where('id', '=', id.toLowerCase()).executeTakeFirst();
  if (row) return row;
  throw new Refusal(404, 'SubscriptionNotFound', `The subscription '${id}' was not found.`);
};

const addSubscription = async (
  { world, caller }: Call,
  trx: Trx<VendorTables>,
  { displayName = '', additionalProperties = {} }: AliasRequest,
): Promise<SubscriptionRow> => {
  const row: SubscriptionRow = {
    id: world.ids.guid(),
    display_name: displayName,
    billing_owner: additionalProperties.subscriptionOwnerId ?? caller.principalId,
    tenant: additionalProperties.subscriptionTenantId ?? tenantId,
    tags: JSON.stringify(additionalProperties.tags ?? {}),
    ownership_until: world.clock.now() + OWNERSHIP_LIFE,
    accept_asked_at: null,
    accepted_at: null,
  };
  await trx.insertInto('subscriptions').values(row).execute();
  return row;
};

/** The current SubscriptionAliasResponse, with Retry-After until the end. */
const answerWith = async (call: Call, db: Db<VendorTables>, alias: AliasRow, status: number): Promise<Answer> => {
  const { namespace, clock } = call.world;
  const subscription = await findSubscription(db, alias.subscription);
  const request = JSON.parse(alias.request) as AliasRequest;
  const state = aliasState(alias, clock.now());
  const open = state === 'Accepted' || state === 'Pending';
  const stamp = iso(alias.created_at);
  const body = {
    id: `/providers/${namespace}.Subscription/aliases/${alias.name}`,
    name: alias.name,
    type: `${namespace}.Subscription/aliases`,
    systemData: {
      createdAt: stamp,
      createdBy: alias.created_by,
      createdByType: 'Application',
      lastModifiedAt: stamp,
      lastModifiedBy: alias.created_by,
      lastModifiedByType: 'Application',
    },
    properties: {
      subscriptionId: subscription.id,
      displayName: request.displayName ?? subscription.display_name,
      provisioningState: state,
      ...(open || state === 'Succeeded' ? ownership(subscription, clock.now()) : {}),
      billingScope: request.billingScope,
      createdTime: stamp,
      workload: request.workload,
      resellerId: request.resellerId ?? null,
      subscriptionOwnerId: subscription.billing_owner,
      managementGroupId: request.additionalProperties?.managementGroupId ?? null,
      tags: request.additionalProperties?.tags ?? {},
    },
  };
  return { status, body, ...(open ? { headers: { 'retry-after': '1' } } : {}) };
};

/** The address is for people; the sandbox does not serve it. */
const ownership = (subscription: SubscriptionRow, now: number): Readonly<Record<string, string>> => {
  const acceptOwnershipState = ownershipState(subscription, now);
  if (acceptOwnershipState !== 'Pending') return { acceptOwnershipState };
  const acceptOwnershipUrl = `https://portal.vendor.example/acceptOwnership?subscriptionId=${subscription.id}`;
  return { acceptOwnershipState, acceptOwnershipUrl };
};
