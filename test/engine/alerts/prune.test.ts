import { DAY, HOUR } from '#platform/lib/clock.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

describeAlerts((e) => {
  it('resolved incidents are deleted after the retention time, open ones are kept', async () => {
    await e.watch();
    e.putItem(incident('A-1'));
    await e.update('A-2');
    await e.update('A-1', { open: false });
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

  it('a deleted incident takes along the copies of its card, its notes and the digests that list nothing else', async () => {
    await e.watch();
    await e.update('A-1');
    await e.update('A-1', { level: 'critical' });
    await e.alerts.unwatch(CHANNEL, (await e.alerts.watches(CHANNEL))[0]?.ref ?? '');
    await e.watch({ rhythm: 'hour' });
    await e.update('B-1');
    await e.pass(HOUR);
    expect((await subjects()).sort()).toEqual(['alert', 'alertDigest', 'alertNote']);
    for (const key of ['A-1', 'B-1']) e.putItem(incident(key, { open: false }));
    await e.pass();
    await e.pass(HOUR);
    await e.pass(91 * DAY);
    await e.pass();
    expect(await subjects()).toEqual([]);
    expect(await e.database.db.selectFrom('alert_digests').selectAll().execute()).toEqual([]);
  });

  it('a resolved incident that a feed lists for ever is not posted again after it was deleted', async () => {
    e.feeds.unsorted = true;
    await e.watch();
    await e.pass();
    await e.update('A-1', { open: false, hidden: true });
    await e.pass();
    expect(e.newCalls()).toEqual(['send #: One incident since the last notification']);
    await e.pass(91 * DAY);
    await e.pass();
    await e.pass();
    expect(await e.alerts.why(CHANNEL, 'A-1')).toBeUndefined();
    expect(e.newCalls()).toEqual([]);
  });
});
