import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createBench } from './outbox-bench.ts';

const LEASES_OVER_MS = 61_000;

describeStores((_kind, open) => {
  it('a process that paused until its claim ended sends nothing under it, and claims again', async () => {
    const connector = createFakeConnector();
    const clock = createManualClock();
    const bench = await createBench(open, connector, clock);
    const leasedUntil: string[] = [];
    // It stands still between the claim and the send, once.
    bench.outbox.define({
      kind: 'thing',
      render: async () => {
        leasedUntil.push((await bench.row()).lease_until ?? '');
        if (leasedUntil.length === 1) clock.advance(LEASES_OVER_MS);
        else if (leasedUntil.length === 2) expect(connector.calls).toEqual([]);
        return { version: 1, card: {}, summary: 'said' };
      },
    });
    await bench.deliver();
    bench.outbox.start();
    const waited = setInterval(() => clock.advance(1_000), 5);
    await bench.rests('shown');
    clearInterval(waited);
    await bench.outbox.stop();
    expect(connector.calls).toHaveLength(1);
    expect(leasedUntil).toHaveLength(2);
  });
});
