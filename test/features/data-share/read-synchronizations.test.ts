import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { ShareSynchronization } from '#cloud/operations/data-share.ts';
import { listSynchronizations } from '#features/data-share/read-synchronizations.ts';
import { isSince } from '#features/data-share/synchronization.ts';

const stored: readonly ShareSynchronization[] = [
  { synchronizationId: 'old', status: 'Completed', startTime: '2026-11-01T00:00:00.0000000Z' },
  { synchronizationId: 'new', status: 'Failed', startTime: '2026-11-21T00:00:00.0000000Z' },
  { synchronizationId: 'waiting', status: 'Queued' },
  { synchronizationId: 'old, not started', status: 'Failed', endTime: '2026-11-01T00:00:00.0000000Z' },
  { synchronizationId: 'new, not started', status: 'Failed', endTime: '2026-11-21T00:00:00.0000000Z' },
];
const FROM = Date.parse('2026-11-20T00:00:00Z');

interface Query {
  readonly filter?: { readonly startedFrom?: number };
  readonly order?: readonly { readonly direction: 'asc' | 'desc' }[];
}
type Answer = (query: Query) => readonly ShareSynchronization[];

const startOf = ({ startTime }: ShareSynchronization): number => (startTime === undefined ? 0 : Date.parse(startTime));

/** Filters and sorts; items without a start come first. */
const supportsFilters: Answer = ({ filter, order = [] }) => {
  const from = filter?.startedFrom;
  const matching = stored.filter((one) => from === undefined || (one.startTime !== undefined && startOf(one) >= from));
  return matching.toSorted((a, b) =>
    order[0]?.direction === 'desc' ? startOf(b) - startOf(a) : startOf(a) - startOf(b),
  );
};

const refusesFilters: Answer = (query) => {
  if (query.filter === undefined) return supportsFilters(query);
  throw new VendorError({ code: 'Vendor.InvalidFilter', text: 'vendor.error.unknown', arrived: 'yes', status: 400 });
};

const read = async (answer: Answer): Promise<string[]> => {
  const vendor = {
    async *list(_operation: unknown, query: Query) {
      yield* answer(query);
    },
  } as unknown as VendorClient;
  const share = { subscriptionId: 's', resourceGroup: 'g', account: 'a', name: 'n' };
  const ids = new Set<string>();
  for await (const run of listSynchronizations(vendor, share, FROM, {})) {
    if (isSince(run, FROM)) ids.add(run.id);
  }
  return [...ids].sort();
};

it.each([
  ['supports filters', supportsFilters],
  ['ignores filter and order', () => stored],
  ['refuses filters', refusesFilters],
])('new and queued synchronizations are listed if the vendor %s', async (_how, answer) => {
  expect(await read(answer)).toEqual(['new', 'new, not started', 'waiting']);
});

it('any other error is thrown', async () => {
  const refused = new VendorError({ code: 'Vendor.X', text: 'vendor.error.unknown', arrived: 'yes', status: 403 });
  const answer: Answer = () => {
    throw refused;
  };
  await expect(read(answer)).rejects.toBe(refused);
});
