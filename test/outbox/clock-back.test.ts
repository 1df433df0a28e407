import { HOUR, MINUTE } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { createFakeConnector } from '../support/fake-connector.ts';
import { createDesk, type Desk } from './desk.ts';

describeStores((_kind, open) => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await createDesk(open, createFakeConnector());
  });
  afterEach(() => desk.outbox.stop());

  it('a card that was due when the clock was set back an hour is posted now', async () => {
    await desk.deliver();
    desk.clock.advance(-HOUR);
    desk.outbox.start();
    expect(await desk.rests('shown')).toMatchObject({ shown_version: 1 });
  });

  it('an edit that was due when the clock was set back an hour is made now', async () => {
    desk.outbox.start();
    await desk.deliver();
    await desk.rests('shown');
    await desk.outbox.stop();
    await desk.raise();
    desk.clock.advance(-HOUR);
    desk.outbox.start();
    expect(await desk.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('an edit after a press that was stored with a clock ahead does not wait for that clock', async () => {
    desk.outbox.start();
    await desk.deliver();
    const { conversation_id, activity_id } = await desk.rests('shown');
    const at = { conversationId: conversation_id ?? '', activityId: activity_id ?? '' };
    await desk.outbox.holdPressedCard('thing:1', at, 1, 'en');
    desk.clock.advance(-HOUR);
    await desk.raise();
    expect(await desk.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('a post that a process with a clock ahead left unfinished is made after one lease', async () => {
    await desk.deliver();
    const { db } = desk.database;
    const lease_until = new Date(desk.clock.now() + HOUR + MINUTE).toISOString();
    await db.updateTable('deliveries').set({ lease_owner: 'dead', lease_until }).execute();
    desk.outbox.start();
    await desk.outbox.stop();
    expect((await desk.row()).shown_version).toBe(0);
    desk.clock.advance(MINUTE);
    desk.outbox.start();
    expect(await desk.rests('shown')).toMatchObject({ shown_version: 1 });
  });
});
