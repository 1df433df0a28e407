import { DAY } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector } from '../../support/fake-connector.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench, SUBJECT } from './outbox-bench.ts';

describeStores((_kind, open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench(open, createFakeConnector());
  });
  afterEach(() => bench.outbox.stop());

  const subjects = async (): Promise<string[]> =>
    (await bench.database.db.selectFrom('deliveries').select('subject').execute()).map(({ subject }) =>
      subject.replace(/^notice:.*/, 'notice'),
    );
  const notices = async (): Promise<number> =>
    (await bench.database.db.selectFrom('notices').select('id').execute()).length;
  const notify = () => bench.outbox.notify(bench.database.db, { conversation: CHANNEL }, 'en', 'bot.form.putAway', {});

  it('an old notice that was sent is deleted, a card that is still edited is not', async () => {
    bench.outbox.start();
    await bench.deliver();
    await notify();
    await until('both told', async () => {
      const states = await bench.database.db.selectFrom('deliveries').select('state').execute();
      return states.length === 2 && states.every(({ state }) => state === 'shown');
    });
    await bench.outbox.prune(bench.clock.now());
    expect((await subjects()).sort()).toEqual(['notice', SUBJECT]);
    bench.clock.advance(DAY);
    await bench.outbox.prune(bench.clock.now());
    expect([await subjects(), await notices()]).toEqual([[SUBJECT], 0]);
  });

  it('a delivery that is not sent yet is not deleted, however old', async () => {
    await notify();
    bench.clock.advance(90 * DAY);
    await bench.outbox.prune(bench.clock.now());
    expect([await subjects(), await notices()]).toEqual([['notice'], 1]);
  });
});
