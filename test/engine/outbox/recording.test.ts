import { claimDeliveries } from '#engine/outbox/repository.ts';
import { createSender } from '#engine/outbox/sender.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { createBench } from './outbox-bench.ts';

describeStores((_kind, open) => {
  /** What becomes of one post while writing fails so often. */
  const postWhere = async (faults: number) => {
    const connector = createFakeConnector();
    const bench = await createBench(open, connector);
    await bench.deliver();
    await bench.outbox.stop();
    let left = faults;
    const sender = createSender({
      ...{ connector, clock: bench.clock, ids: randomIds, log: silentLog },
      database: {
        ...bench.database,
        write: async (work) => {
          left -= 1;
          if (left >= 0) throw new Error('the disk is full');
          return bench.database.write(work);
        },
      },
      isReplaced: () => false,
      viewerOf: async () => undefined,
      render: async () => ({ version: 1, card: {}, summary: 'said' }),
      onUndelivered: async () => {},
      onUnreachable: async () => {},
      onReached: async () => {},
    });
    const [row] = await claimDeliveries(bench.database.db, bench.clock.now(), 1, 'me');
    if (row) await sender(row);
    expect(connector.calls).toHaveLength(1);
    return bench.row();
  };

  it('the place of a post is recorded, also after a failure', async () => {
    expect(await postWhere(2)).toMatchObject({ state: 'shown', activity_id: 'm1', unclear: 0 });
  });

  it('a post that cannot be recorded is counted as unclear, and waits', async () => {
    const row = await postWhere(3);
    expect(row).toMatchObject({ state: 'ready', unclear: 1, last_error: 'Connector.unclear' });
    expect(Date.parse(row.due_at) - Date.parse(row.created_at)).toBeGreaterThanOrEqual(10_000);
  });
});
