import { HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  /** What is stored of an incident is not what this version reads. */
  const damage = (key: string) =>
    e.database.db.updateTable('alerts').set({ item_json: '7' }).where('key', '=', key).execute();
  const ok = async () => (await e.database.db.selectFrom('alert_feeds').selectAll().executeTakeFirstOrThrow()).failures;

  it('one that goes on costs itself only where a watch begins', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    e.tell(incident('A-2'));
    await e.pass();
    await damage('A-1');
    e.said();
    await e.watch({ conversationId: OTHER });
    e.feeds.items.clear();
    await e.pass();
    expect(e.said()).toEqual([`send ${OTHER}: trouble A-2: open error`]);
    expect(await e.alerts.names('health')).toEqual({ services: ['Storage'], regions: ['West'] });
  });

  it('one that is held costs itself only', async () => {
    await e.watch({ rhythm: 'hour' });
    e.tell(incident('A-1'));
    e.tell(incident('A-2'));
    await e.pass();
    await damage('A-1');
    e.feeds.items.clear();
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
  });

  it('one that ended in a pause costs itself only when that ends, and the reading goes on', async () => {
    const { ref } = await e.watch();
    await e.pass();
    await e.alerts.pause(CHANNEL, ref, e.clock.now() + HOUR);
    e.tell(incident('A-1', { open: false }));
    e.tell(incident('A-2', { open: false }));
    await e.pass();
    await damage('A-1');
    e.feeds.items.clear();
    await e.pass(HOUR);
    await e.pass();
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
    expect(await ok()).toBe(0);
  });

  it('quiet hours that cannot be read hold nothing back', async () => {
    await e.watch();
    await e.database.db.updateTable('watches').set({ quiet_json: '{"from":"night"}' }).execute();
    expect(await e.alerts.watches(CHANNEL)).toMatchObject([{ quiet: undefined }]);
  });
});
