import { createHash } from 'node:crypto';
import type { Db } from '../../../src/platform/storage/database.ts';
import { findPlace } from '../access/scope.ts';
import type { Answer, Call } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { VendorTables } from '../tables.ts';
import { type GroupBody, readGroupBody } from './group-body.ts';
import { checkLocation } from './group-location.ts';
import { checkNames } from './group-names.ts';
import { progressHeaders } from './group-operation.ts';
import { groupRecord } from './group-record.ts';
import { checkCapacity, checkResources } from './group-resources.ts';
import { checkUpdate } from './group-update.ts';
import { provisioningState } from './instance-view.ts';
import type { GroupRow } from './tables.ts';

/** PUT: 201 for a new group, 200 for an existing one; the same body again changes nothing (docs/sources.md, Container groups). */
export const putGroup = async (call: Call): Promise<Answer> => {
  const { clock, longMs, faults, store } = call.world;
  const { resourceGroup, name } = placeOf(call);
  const body = readGroupBody(call.body);
  checkLocation(call.world.namespace, body);
  const digest = createHash('sha256').update(call.bodyText).digest('hex');
  return store.transaction(async (trx) => {
    const earlier = await findGroup(trx, resourceGroup, name);
    if (earlier?.digest === digest) return withProgress(call, earlier, answerWith(call, earlier, 200));
    const now = clock.now();
    if (earlier && provisioningState(earlier, now) === 'Pending')
      throw new Refusal(
        409,
        'ContainerGroupTransitioning',
        `The container group '${name}' is still being provisioned.`,
      );
    checkNames(earlier?.name ?? name, body);
    checkResources(earlier?.name ?? name, body);
    if (earlier) checkUpdate(earlier.name, JSON.parse(earlier.body) as GroupBody, body);
    if (!faults.take('no-capacity-limit', call.operation)) checkCapacity(body);
    const end = faults.take('provisioning', call.operation)?.state ?? 'Running';
    const row: GroupRow = {
      key: keyOf(resourceGroup, name),
      resource_group: resourceGroup,
      name: earlier?.name ?? name,
      body: JSON.stringify(body),
      digest,
      changed_at: now,
      settles_at: end === 'Pending' ? null : now + longMs,
      outcome: end === 'Pending' ? 'Running' : end,
    };
    await trx.replaceInto('container_groups').values(row).execute();
    return withProgress(call, row, answerWith(call, row, earlier ? 200 : 201));
  });
};

/** GET of one group (docs/sources.md, Container groups). */
export const getGroup = async (call: Call): Promise<Answer> => {
  const { resourceGroup, name } = placeOf(call);
  const row = await findGroup(call.world.store.db, resourceGroup, name);
  if (row) return answerWith(call, row, 200);
  throw new Refusal(404, 'ResourceNotFound', `The container group '${name}' under '${resourceGroup}' was not found.`);
};

/** @throws Refusal 404 for an unknown subscription or resource group */
const placeOf = ({ world, params }: Call): { readonly resourceGroup: string; readonly name: string } => {
  const subscription = findPlace(world, `/subscriptions/${params['subscriptionId']}`);
  const { path } = findPlace(world, `${subscription.path}/resourceGroups/${params['resourceGroupName']}`);
  return { resourceGroup: path, name: params['containerGroupName'] ?? '' };
};

export const keyOf = (resourceGroup: string, name: string): string => `${resourceGroup}/${name}`.toLowerCase();

const findGroup = (db: Db<VendorTables>, resourceGroup: string, name: string): Promise<GroupRow | undefined> =>
  db.selectFrom('container_groups').selectAll().where('key', '=', keyOf(resourceGroup, name)).executeTakeFirst();

/** While a request goes on, its answer names where its progress is read. */
const withProgress = (call: Call, row: GroupRow, { headers, ...answer }: Answer): Answer =>
  headers ? { ...answer, headers: { ...headers, ...progressHeaders(call, row) } } : answer;

const answerWith = ({ world }: Call, row: GroupRow, status: number): Answer => {
  const now = world.clock.now();
  const open = provisioningState(row, now) === 'Pending';
  const body = groupRecord(world.namespace, row, now);
  return { status, body, ...(open ? { headers: { 'retry-after': '1' } } : {}) };
};
