import { iso } from '../../../src/platform/lib/clock.ts';
import type { Answer, Call } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { guidOf } from './fixed-guid.ts';
import { PLACE } from './group-update.ts';
import { provisioningState } from './instance-view.ts';
import type { GroupRow } from './tables.ts';

/** The last request of a group, which its address names; an earlier one is gone with it. */
const operationOf = ({ key, changed_at }: GroupRow): string => guidOf(`operation ${key} ${changed_at}`);

/** The header with which the public service tells where a request's progress is read. */
export const progressHeaders = ({ origin, world, params }: Call, row: GroupRow): Readonly<Record<string, string>> => {
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
