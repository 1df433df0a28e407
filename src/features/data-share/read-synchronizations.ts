import type { CallOptions, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { listShareSynchronizations } from '#cloud/operations/data-share.ts';
import { restartable } from '#cloud/paging.ts';
import type { Shared } from './policy.ts';
import { matchesQuery, type SyncsQuery } from './query.ts';
import { byNewest, isSince, type Synchronization, toSynchronization, usualDurations } from './synchronization.ts';

export interface SyncsResult {
  /** Those that match the query: queued ones first, then the newest. */
  readonly synchronizations: readonly Synchronization[];
  /** Number in the period, matching or not. */
  readonly total: number;
  /** Usual duration in the period by mode, in milliseconds. */
  readonly usual: ReadonlyMap<string | undefined, number>;
  /** False where the list failed half-way. */
  readonly complete: boolean;
  /** Names and tenants of all consumers in the period. */
  readonly consumers: readonly string[];
}

/**
 * The synchronizations that match a query. Those read before a failure are returned.
 * @throws VendorError where nothing could be read
 */
export const readSynchronizations = async (
  vendor: VendorClient,
  share: Shared,
  query: SyncsQuery,
  from: number,
  options: CallOptions,
): Promise<SyncsResult> => {
  const found = new Map<string, Synchronization>();
  let complete = true;
  try {
    for await (const sync of listSynchronizations(vendor, share, from, options)) {
      if (isSince(sync, from)) found.set(sync.id, sync);
    }
  } catch (error) {
    if (!(error instanceof VendorError) || found.size === 0) throw error;
    complete = false;
  }
  const all = [...found.values()];
  const consumers = all.flatMap(({ consumer: { name, tenant } }) => [name, tenant]).filter((name) => name !== '');
  return {
    synchronizations: all.filter((sync) => matchesQuery(query, sync)).sort(byNewest),
    total: all.length,
    usual: usualDurations(all),
    complete,
    consumers: [...new Set(consumers)],
  };
};

type Address = Pick<Shared, 'subscriptionId' | 'resourceGroup' | 'account' | 'name'>;

/**
 * The synchronizations of a share that started at `from` or later, and all that have not started; some may come twice. The
 * document says only that filter and order are OData, so this does not rely on them: a rejected filter is left out, and
 * callers check every start time.
 * @param from milliseconds since 1970
 * @throws VendorError
 */
export async function* listSynchronizations(
  vendor: VendorClient,
  share: Address,
  from: number,
  options: CallOptions,
): AsyncGenerator<Synchronization> {
  try {
    yield* listRecent(vendor, share, from, options);
  } catch (error) {
    if (!(error instanceof VendorError) || error.status !== 400) throw error;
    yield* listAll(vendor, share, {}, options);
    return;
  }
  // A synchronization that has not started has no start time: no filter finds it, but it sorts first.
  for await (const sync of listAll(vendor, share, { order: [{ by: 'startTime', direction: 'asc' }] }, options)) {
    if (sync.startedAt !== undefined) return;
    yield sync;
  }
}

const listRecent = (
  vendor: VendorClient,
  share: Address,
  from: number,
  options: CallOptions,
): AsyncIterable<Synchronization> =>
  listAll(vendor, share, { filter: { startedFrom: from }, order: [{ by: 'startTime', direction: 'desc' }] }, options);

type Narrowing = Pick<Parameters<typeof listShareSynchronizations.parts>[0], 'filter' | 'order'>;

async function* listAll(
  vendor: VendorClient,
  { subscriptionId, resourceGroup, account, name }: Address,
  narrowing: Narrowing,
  options: CallOptions,
): AsyncGenerator<Synchronization> {
  const address = { subscriptionId, resourceGroup, account, share: name };
  const list = () => vendor.list(listShareSynchronizations, { ...address, ...narrowing }, options);
  for await (const item of restartable(list)) yield toSynchronization(item);
}
