import { DAY } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { createFakeConnector } from '../support/fake-connector.ts';
import { until } from '../support/until.ts';
import { CHANNEL, createDesk, type Desk, SUBJECT } from './desk.ts';

describeStores((_kind, open) => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await createDesk(open, createFakeConnector());
  });
  afterEach(() => desk.outbox.stop());

  const subjects = async (): Promise<string[]> =>
    (await desk.database.db.selectFrom('deliveries').select('subject').execute()).map(({ subject }) =>
      subject.replace(/^notice:.*/, 'notice'),
    );
  const notices = async (): Promise<number> =>
    (await desk.database.db.selectFrom('notices').select('id').execute()).length;
  const notify = () => desk.outbox.notify(desk.database.db, { conversation: CHANNEL }, 'en', 'bot.form.putAway', {});

  it('an old notice that was sent is deleted, a card that is still edited is not', async () => {
    desk.outbox.start();
    await desk.deliver();
    await notify();
    await until('both told', async () => {
      const states = await desk.database.db.selectFrom('deliveries').select('state').execute();
      return states.length === 2 && states.every(({ state }) => state === 'shown');
    });
    await desk.outbox.prune(desk.clock.now());
    expect((await subjects()).sort()).toEqual(['notice', SUBJECT]);
    desk.clock.advance(DAY);
    await desk.outbox.prune(desk.clock.now());
    expect([await subjects(), await notices()]).toEqual([[SUBJECT], 0]);
  });

  it('a delivery that is not sent yet is not deleted, however old', async () => {
    await notify();
    desk.clock.advance(90 * DAY);
    await desk.outbox.prune(desk.clock.now());
    expect([await subjects(), await notices()]).toEqual([['notice'], 1]);
  });
});
