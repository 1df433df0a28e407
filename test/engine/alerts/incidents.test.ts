import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const sends = (calls: readonly string[]): string[] => calls.filter((one) => one.startsWith('send'));

describeAlerts((e) => {
  describe('an incident', () => {
    beforeEach(async () => {
      await e.watch();
      await e.update('A-1');
    });

    it('an incident has one card, edited at each update, and a note in its thread for each piece of news', async () => {
      const regions = (north: boolean) => [
        { name: 'West', open: true },
        { name: 'North', open: north },
      ];
      expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
      await e.pass();
      expect(e.newCalls()).toEqual([]);
      await e.update('A-1', { title: 'worse trouble' });
      expect(e.newCalls()).toEqual(['edit #;m1: worse trouble: open error']);
      await e.update('A-1', { level: 'critical', regions: regions(true) });
      expect(e.newCalls().sort()).toEqual([
        'edit #;m1: trouble A-1: open critical',
        expect.stringMatching(/^send #;m1: Now critical, was error · North is also affected now · trouble A-1/),
      ]);
      await e.update('A-1', { level: 'critical', regions: regions(false) });
      expect(e.newCalls().sort()).toEqual([
        expect.stringContaining('edit'),
        expect.stringMatching(/North has recovered/),
      ]);
      await e.update('A-1', { open: false, regions: [] });
      expect(e.newCalls().sort()).toEqual([
        'edit #;m1: trouble A-1: over error',
        expect.stringMatching(/^send #;m1: Resolved/),
      ]);
      await e.update('A-1', { open: false, regions: [], review: 'Final PIR' });
      expect(e.newCalls().sort()).toEqual([expect.stringContaining('edit'), expect.stringMatching(/Final PIR/)]);
    });

    it('an incident gets the note of another incident that explains it, by its alias', async () => {
      e.newCalls();
      await e.update('R-1', { explains: 'alias-A-1', level: 'informational', open: false });
      expect(e.newCalls()).toEqual([expect.stringMatching(/^send #;m1: Explanation/)]);
    });

    it('an incident is posted to a second channel at once, without another poll', async () => {
      e.newCalls();
      await e.watch({ conversationId: OTHER });
      await e.pass(0);
      expect(e.newCalls()).toEqual([`send ${OTHER}: trouble A-1: open error`]);
    });

    it('an incident that becomes hidden is redrawn on its card and its notes', async () => {
      await e.update('A-1', { level: 'critical' });
      e.newCalls();
      await e.update('A-1', { level: 'critical', hidden: true });
      expect(e.newCalls().sort()).toEqual([
        'edit #;m1: A-1: open critical',
        'edit #;m1: Now critical, was error · A-1',
      ]);
    });

    it('an incident keeps the first of two acknowledgements on its card', async () => {
      const id = await e.cardId();
      await e.alerts.acknowledge(id, { objectId: 'bo', name: 'Bo' });
      const after = await e.alerts.acknowledge(id, { objectId: 'cy', name: 'Cy' });
      expect(after?.acknowledged?.name).toBe('Bo');
      await e.pass(0);
      expect(e.newCalls()).toHaveLength(2);
      const posted = (await e.alerts.why(CHANNEL, 'a-1'))?.filter(({ action }) => action === 'posted');
      expect(posted).toEqual([expect.objectContaining({ reason: 'fits', times: 1 })]);
    });

    it('an incident whose update came late is followed to its end by a new watch', async () => {
      const resolved = incident('A-1', { open: false, updatedAt: e.clock.now() });
      await e.alerts.unwatch(CHANNEL, (await e.alerts.watches(CHANNEL))[0]?.ref ?? '');
      e.clock.advance(HOUR);
      await e.watch();
      e.feeds.items.set('sub', [resolved]);
      await e.pass();
      expect(e.newCalls().sort()).toEqual([
        expect.stringMatching(/^edit #;m1: /),
        'send #: trouble A-1: open error',
        expect.stringMatching(/^send #;.*Resolved/),
      ]);
    });
  });

  it('an incident that is shown is followed to its end, though its level falls below the filter of the watch', async () => {
    await e.watch({ filter: { atLeast: 'error' } });
    await e.update('A-1', { level: 'warning' });
    expect(e.newCalls()).toEqual([]);
    await e.update('A-1');
    await e.update('A-1', { level: 'warning' });
    await e.update('A-1', { level: 'warning', open: false });
    expect(sends(e.newCalls())).toEqual([
      'send #: trouble A-1: open error',
      'send #;m1: Now warning, was error · trouble A-1',
      'send #;m1: Resolved · trouble A-1',
    ]);
    const reasons = (await e.alerts.why(CHANNEL, 'A-1'))?.map(({ action, reason }) => `${action} ${reason}`);
    expect(reasons?.sort()).toEqual(['out filter', 'posted fits', 'replied level', 'replied resolved']);
  });

  it('incidents that began and ended between two polls come in one digest', async () => {
    await e.watch();
    await e.pass();
    e.clock.advance(HOUR);
    e.putItem(incident('A-1', { open: false }));
    e.putItem(incident('A-2', { open: false }));
    await e.update('A-3');
    await e.pass(15_000);
    expect(e.newCalls().sort()).toEqual([
      'send #: 2 incidents since the last notification',
      'send #: trouble A-3: open error',
    ]);
  });

  describe('a feed that cannot be read', () => {
    const failing = (polls: number) => e.feeds.faults.push(...Array.from({ length: polls }, () => new Error('no')));
    beforeEach(async () => {
      await e.watch();
      await e.pass();
    });

    it('a feed that cannot be read is reported to the operators once, and again when it recovers', async () => {
      failing(6);
      for (let n = 0; n < 9; n += 1) await e.pass(10 * MINUTE);
      expect(e.stalled).toEqual(['Alerts.Fault', undefined]);
    });

    it('a feed that cannot be read is shown on its watches with its last successful poll, until it recovers', async () => {
      const changed: string[] = [];
      const { ok_at } = await e.feed();
      const stalledSince = async () => (await e.alerts.watches(CHANNEL))[0]?.stalledSince;
      e.alerts.onWatchChanged(async (_trx, { ref }) => void changed.push(ref));
      failing(5);
      while (e.feeds.faults.length > 0) {
        expect(await stalledSince()).toBeUndefined();
        await e.pass(10 * MINUTE);
      }
      expect([await stalledSince(), changed.length]).toEqual([Date.parse(ok_at ?? ''), 1]);
      await e.pass(10 * MINUTE);
      expect([await stalledSince(), changed.length]).toEqual([undefined, 2]);
    });
  });

  describe('two feeds of one channel', () => {
    beforeEach(async () => {
      await e.watch();
      await e.watch({ feed: 'other', title: 'Staging', filter: { atLeast: 'error' } });
      await e.pass();
    });

    it('two feeds of one channel that list one incident post one card', async () => {
      e.putItem(incident('A-1'), 'other');
      await e.update('A-1');
      expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
    });

    it('post the note of an explaining incident once, whichever feed lists it first', async () => {
      await e.update('A-1');
      e.newCalls();
      const review = incident('R-1', {
        explains: 'A-1',
        level: 'informational',
        open: false,
        updatedAt: e.clock.now(),
      });
      e.feeds.items.set('other', [review]);
      await e.pass();
      expect(e.newCalls()).toEqual([expect.stringMatching(/^send #;m1: .*Explanation/)]);
      e.feeds.items.set('sub', [...(e.feeds.items.get('sub') ?? []), review]);
      await e.pass();
      await e.pass(30_000);
      expect(sends(e.newCalls())).toEqual([]);
    });

    it('post one digest after an interruption, though one is polled later', async () => {
      e.clock.advance(HOUR);
      const over = (key: string) => incident(key, { open: false, updatedAt: e.clock.now() });
      e.feeds.items.set('sub', [over('A-1'), over('A-2')]);
      e.feeds.items.set('other', [over('A-2'), over('A-3')]);
      e.feeds.faults.push(new Error('not now'));
      await e.pass();
      await e.pass();
      await e.pass(MINUTE);
      expect(e.newCalls()).toEqual(['send #: 3 incidents since the last notification']);
    });
  });
});
