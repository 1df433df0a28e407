import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../../fixtures/alerts/digest.json' with { type: 'json' };
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const words = loadTexts().for('en');
const OTHER = '19:other@thread.tacv2';
const ONE_IN_DIGEST = 'send #: One incident since the last notification';

it.each(cases.digests)('a digest of $open open and $over resolved says so once', ({ open, over, said }) => {
  expect(words.plain('alerts.digest.intro', { count: open + over, open, over })).toBe(said);
});

describeAlerts((e) => {
  describe('an incident in the digest queue', () => {
    let ref: string;
    beforeEach(async () => {
      ({ ref } = await e.watch({ rhythm: 'hour', criticalAnyway: true }));
      await e.pass();
      await e.update('A-1');
    });

    it('an incident in the digest queue is in the next digest once, however often it changes', async () => {
      await e.update('A-1', { title: 'worse' });
      await e.update('A-1', { title: 'worst' });
      await e.update('A-2');
      expect(e.newCalls()).toEqual([]);
      await e.pass(HOUR);
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual(['send #: 2 incidents since the last notification']);
    });

    it('an incident in the digest queue that changes after a digest is in the next one again', async () => {
      await e.pass(HOUR);
      e.newCalls();
      await e.update('A-1', { level: 'warning' });
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    });

    it('an incident in the digest queue leaves the queue with the digest, which the notification log names', async () => {
      await e.pass(HOUR);
      const { db } = e.database;
      expect(await db.selectFrom('alert_held').selectAll().execute()).toEqual([]);
      const jobs = await db.selectFrom('jobs').select('state').where('kind', '=', 'alerts.digest').execute();
      expect(jobs).toEqual([{ state: 'done' }]);
      expect(await e.alerts.why(CHANNEL, 'A-1')).toMatchObject([
        { action: 'digest', reason: 'hour' },
        { action: 'held', reason: 'hour' },
      ]);
    });

    it('an incident in the digest queue is dropped when its watch has ended', async () => {
      await e.alerts.unwatch(CHANNEL, ref);
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([]);
    });

    it('an incident in the digest queue is dropped when it was muted meanwhile, with a log entry', async () => {
      await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'service', name: 'storage', by: 'Bo' });
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([]);
      expect(await e.alerts.why(CHANNEL, 'A-1')).toMatchObject([
        { action: 'out', reason: 'muted' },
        { action: 'held' },
      ]);
    });

    it('an incident in the digest queue is dropped when it got a card of its own meanwhile', async () => {
      await e.update('A-1', { level: 'critical' });
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual(['send #: trouble A-1: open critical']);
    });

    it('an incident in the digest queue that was resolved, and due in a pause, is in the digest after the pause', async () => {
      await e.update('A-1', { level: 'critical' });
      await e.update('A-1', { level: 'critical', open: false });
      await e.alerts.pause(CHANNEL, ref, Number.POSITIVE_INFINITY);
      await e.pass(HOUR);
      e.newCalls();
      await e.alerts.pause(CHANNEL, ref, undefined);
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    });
  });

  it('each channel has its own digest at its own time', async () => {
    await e.watch({ rhythm: 'hour' });
    await e.watch({ rhythm: 'day', conversationId: OTHER });
    await e.update('A-1');
    await e.pass(HOUR);
    expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    await e.pass(24 * HOUR);
    expect(e.newCalls()).toEqual([`send ${OTHER}: One incident since the last notification`]);
  });

  it('an incident that two watches of a channel queue comes once, at the earlier time', async () => {
    await e.watch({ rhythm: 'day' });
    await e.watch({ rhythm: 'hour', feed: 'other' });
    const listed = incident('A-1');
    e.putItem(listed);
    await e.pass();
    e.putItem(listed, 'other');
    await e.pass();
    await e.pass(HOUR);
    await e.pass(24 * HOUR);
    expect(e.newCalls().filter((call) => call.includes('since the last notification'))).toEqual([ONE_IN_DIGEST]);
  });

  it('a snoozed thread gets no notes, its card is edited, and the digest comes when the snooze ends', async () => {
    await e.watch();
    await e.update('A-1');
    await e.alerts.snooze(await e.cardId(), { objectId: 'bo', name: 'Bo' }, e.clock.now() + 30 * MINUTE);
    await e.pass();
    e.newCalls();
    await e.update('A-1', { level: 'critical' });
    expect(e.newCalls()).toEqual(['edit #;m1: trouble A-1: open critical']);
    await e.pass(30 * MINUTE);
    expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    await e.update('A-1', { level: 'error' });
    expect(e.newCalls().sort()).toEqual([
      expect.stringMatching(/^edit/),
      expect.stringMatching(/^send #;m1: .*Now error/),
    ]);
  });
});
