import { DAY, HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('what is over is forgotten after its time, what goes on is not', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    e.tell(incident('A-2'));
    await e.pass();
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    await e.pass(89 * DAY);
    expect(await e.alerts.why(CHANNEL, 'A-1')).toBeDefined();
    await e.pass(2 * DAY);
    await e.pass();
    expect(await e.alerts.why(CHANNEL, 'A-1')).toBeUndefined();
    expect(await e.alerts.why(CHANNEL, 'A-2')).toBeDefined();
    for (const part of ['alert_cards', 'alert_feed_items', 'alert_names'] as const) {
      expect(await e.database.db.selectFrom(part).selectAll().execute()).toHaveLength(1);
    }
    expect(await e.database.db.selectFrom('alert_notes').selectAll().execute()).toEqual([]);
  });

  const subjects = async (): Promise<string[]> =>
    (await e.database.db.selectFrom('deliveries').select('subject').execute()).map(
      ({ subject }) => subject.split(':')[0] ?? '',
    );

  it('with an incident go the copies of its card, of what was said below it and of digests that tell of nothing else', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    await e.alerts.unwatch(CHANNEL, (await e.alerts.watches(CHANNEL))[0]?.ref ?? '');
    await e.watch({ rhythm: 'hour' });
    e.tell(incident('B-1'));
    await e.pass();
    await e.pass(HOUR);
    expect((await subjects()).sort()).toEqual(['alert', 'alertDigest', 'alertNote']);
    for (const key of ['A-1', 'B-1']) e.tell(incident(key, { open: false }));
    await e.pass();
    await e.pass(HOUR);
    await e.pass(91 * DAY);
    await e.pass();
    expect(await subjects()).toEqual([]);
    expect(await e.database.db.selectFrom('alert_digests').selectAll().execute()).toEqual([]);
  });
});
