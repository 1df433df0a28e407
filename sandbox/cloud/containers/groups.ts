import { createHash } from 'node:crypto';
import { iso } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import { findPlace } from '../access/scope.ts';
import { type Answer, type Call, Refusal } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { guidOf } from './fixed-guid.ts';
import { type GroupBody, readGroupBody } from './group-body.ts';
import { checkCapacity, checkLocation, checkNames, checkResources, checkUpdate, PLACE } from './group-checks.ts';
import { groupRecord, provisioningState } from './group-record.ts';
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

/** The last request of a group, which its address names; an earlier one is gone with it. */
const operationOf = ({ key, changed_at }: GroupRow): string => guidOf(`operation ${key} ${changed_at}`);

/** The header with which the public service tells where a request's progress is read. */
const progressHeaders = ({ origin, world, params }: Call, row: GroupRow): Readonly<Record<string, string>> => {
  const { location = PLACE } = JSON.parse(row.body) as { readonly location?: string };
  const provider = `subscriptions/${params['subscriptionId']}/providers/${world.namespace}.ContainerInstance`;
  const path = `${provider}/locations/${location.replaceAll(' ', '').toLowerCase()}/operations/${operationOf(row)}`;
  return { 'azure-asyncoperation': `${origin}/${path}?api-version=2023-05-01` };
};

/** GET of that address: the state in a word, 200 also while it goes on. */
export const followGroupOperation = async ({ world, params }: Call): Promise<Answer> => {
  const rows = await world.store.db.selectFrom('container_groups').selectAll().execute();
  const row = rows.find((one) => operationOf(one) === params['operationId']?.toLowerCase());
  if (!row) throw new Refusal(404, 'OperationNotFound', `The operation '${params['operationId']}' was not found.`);
  const state = provisioningState(row, world.clock.now());
  const id = `${row.resource_group}/providers/${world.namespace}.ContainerInstance/containerGroups/${row.name}`;
  const error = { code: state, message: `The container group '${row.name}' could not be provisioned.` };
  return {
    status: 200,
    body: {
      id,
      status: state,
      startTime: iso(row.changed_at),
      ...(state === 'Failed' || state === 'Canceled' ? { error } : {}),
    },
    ...(state === 'Pending' ? { headers: { 'retry-after': '1' } } : {}),
  };
};
