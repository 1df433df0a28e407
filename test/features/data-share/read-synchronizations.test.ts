import type { VendorClient } from '../../../src/api/client.ts';
import { VendorError } from '../../../src/api/errors/errors.ts';
import type { ShareSynchronization } from '../../../src/api/operations/data-share.ts';
import { listSynchronizations } from '../../../src/features/data-share/read-synchronizations.ts';
import { isSince } from '../../../src/features/data-share/synchronization.ts';

const told: readonly ShareSynchronization[] = [
  { synchronizationId: 'old', status: 'Completed', startTime: '2026-11-01T00:00:00.0000000Z' },
  { synchronizationId: 'new', status: 'Failed', startTime: '2026-11-21T00:00:00.0000000Z' },
  { synchronizationId: 'waiting', status: 'Queued' },
  { synchronizationId: 'never began', status: 'Failed', endTime: '2026-11-01T00:00:00.0000000Z' },
  { synchronizationId: 'did not begin', status: 'Failed', endTime: '2026-11-21T00:00:00.0000000Z' },
];
const FROM = Date.parse('2026-11-20T00:00:00Z');

interface Asked {
  readonly filter?: { readonly startedFrom?: number };
  readonly order?: readonly { readonly direction: 'asc' | 'desc' }[];
}
type Answer = (asked: Asked) => readonly ShareSynchronization[];

const startOf = ({ startTime }: ShareSynchronization): number => (startTime === undefined ? 0 : Date.parse(startTime));

/** Filters, and sorts what has no start in front. */
const obeys: Answer = ({ filter, order = [] }) => {
  const from = filter?.startedFrom;
  const fitting = told.filter((one) => from === undefined || (one.startTime !== undefined && startOf(one) >= from));
  return fitting.toSorted((a, b) =>
    order[0]?.direction === 'desc' ? startOf(b) - startOf(a) : startOf(a) - startOf(b),
  );
};

const refusesFilters: Answer = (asked) => {
  if (asked.filter === undefined) return obeys(asked);
  throw new VendorError({ code: 'Vendor.InvalidFilter', text: 'vendor.error.unknown', arrived: 'yes', status: 400 });
};

const read = async (answer: Answer): Promise<string[]> => {
  const vendor = {
    async *list(_operation: unknown, asked: Asked) {
      yield* answer(asked);
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
  ['obeys', obeys],
  ['minds neither filter nor order', () => told],
  ['refuses filters', refusesFilters],
])('what is new and what waits is found where the vendor %s', async (_how, answer) => {
  expect(await read(answer)).toEqual(['did not begin', 'new', 'waiting']);
});

it('another refusal is told', async () => {
  const refused = new VendorError({ code: 'Vendor.X', text: 'vendor.error.unknown', arrived: 'yes', status: 403 });
  const answer: Answer = () => {
    throw refused;
  };
  await expect(read(answer)).rejects.toBe(refused);
});
