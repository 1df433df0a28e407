import type { CallOptions, VendorClient } from '../../api/client.ts';
import { VendorError } from '../../api/errors/errors.ts';
import { listShareSynchronizations } from '../../api/operations/data-share.ts';
import { restartable } from '../../api/paging/paging.ts';
import type { Shared } from './policy.ts';
import { type Run, toRun } from './run.ts';

type Address = Pick<Shared, 'subscriptionId' | 'resourceGroup' | 'account' | 'name'>;

/**
 * The synchronizations of a share that began at `from` or later, and all that have not begun, some perhaps twice. The
 * document says of filter and order no more than that they are OData, so nothing here leans on the vendor's obeying them:
 * a filter that it does not take is left out, and whoever reads this looks at each moment again.
 * @param from milliseconds since 1970
 * @throws VendorError
 */
export async function* listRuns(
  vendor: VendorClient,
  share: Address,
  from: number,
  options: CallOptions,
): AsyncGenerator<Run> {
  try {
    yield* recent(vendor, share, from, options);
  } catch (error) {
    if (!(error instanceof VendorError) || error.status !== 400) throw error;
    yield* everything(vendor, share, {}, options);
    return;
  }
  // What has not begun has no start, so that no filter by it finds it; sorted by start it stands in front.
  for await (const run of everything(vendor, share, { order: [{ by: 'startTime', direction: 'asc' }] }, options)) {
    if (run.startedAt !== undefined) return;
    yield run;
  }
}

const recent = (vendor: VendorClient, share: Address, from: number, options: CallOptions): AsyncIterable<Run> =>
  everything(
    vendor,
    share,
    { filter: { startedFrom: from }, order: [{ by: 'startTime', direction: 'desc' }] },
    options,
  );

type Narrowing = Pick<Parameters<typeof listShareSynchronizations.parts>[0], 'filter' | 'order'>;

async function* everything(
  vendor: VendorClient,
  { subscriptionId, resourceGroup, account, name }: Address,
  narrowing: Narrowing,
  options: CallOptions,
): AsyncGenerator<Run> {
  const address = { subscriptionId, resourceGroup, account, share: name };
  const list = () => vendor.list(listShareSynchronizations, { ...address, ...narrowing }, options);
  for await (const told of restartable(list)) yield toRun(told);
}
