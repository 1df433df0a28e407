import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { type Bench, createBench } from './outbox-bench.ts';

describeStores((_kind, open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench(open, createFakeConnector());
  });
  afterEach(() => bench.outbox.stop());

  it('a card that was due when the clock was set back an hour is posted now', async () => {
    await bench.deliver();
    bench.clock.advance(-HOUR);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 1 });
  });

  it('an edit that was due when the clock was set back an hour is made now', async () => {
    bench.outbox.start();
    await bench.deliver();
    await bench.rests('shown');
    await bench.outbox.stop();
    await bench.raise();
    bench.clock.advance(-HOUR);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('an edit after a press that was stored with a clock ahead does not wait for that clock', async () => {
    bench.outbox.start();
    await bench.deliver();
    const { conversation_id, activity_id } = await bench.rests('shown');
    const at = { conversationId: conversation_id ?? '', activityId: activity_id ?? '' };
    await bench.outbox.holdPressedCard('thing:1', at, 1, 'en');
    bench.clock.advance(-HOUR);
    await bench.raise();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('a post that a process with a clock ahead left unfinished is made after one lease', async () => {
    await bench.deliver();
    const { db } = bench.database;
    const lease_until = new Date(bench.clock.now() + HOUR + MINUTE).toISOString();
    await db.updateTable('deliveries').set({ lease_owner: 'dead', lease_until }).execute();
    bench.outbox.start();
    await bench.outbox.stop();
    expect((await bench.row()).shown_version).toBe(0);
    bench.clock.advance(MINUTE);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 1 });
  });
});
