import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('one incident is one card, and each piece of news one word in its thread', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-1: open error']);
    await e.pass();
    expect(e.said()).toEqual([]);
    e.tell(incident('A-1', { title: 'worse trouble' }));
    await e.pass();
    expect(e.said()).toEqual(['edit #;m1: worse trouble: open error']);
    e.tell(
      incident('A-1', {
        level: 'critical',
        regions: [
          { name: 'West', open: true },
          { name: 'North', open: true },
        ],
      }),
    );
    await e.pass();
    expect(e.said().sort()).toEqual([
      'edit #;m1: trouble A-1: open critical',
      expect.stringMatching(/^send #;m1: Now critical, was error · North is affected as well · trouble A-1/),
    ]);
    e.tell(
      incident('A-1', {
        level: 'critical',
        regions: [
          { name: 'West', open: true },
          { name: 'North', open: false },
        ],
      }),
    );
    await e.pass();
    expect(e.said().sort()).toEqual([expect.stringContaining('edit'), expect.stringMatching(/North has recovered/)]);
    e.tell(incident('A-1', { open: false, regions: [] }));
    await e.pass();
    expect(e.said().sort()).toEqual([
      'edit #;m1: trouble A-1: over error',
      expect.stringMatching(/^send #;m1: Resolved/),
    ]);
    e.tell(incident('A-1', { open: false, regions: [], review: 'Final PIR' }));
    await e.pass();
    expect(e.said().sort()).toEqual([expect.stringContaining('edit'), expect.stringMatching(/Final PIR/)]);
  });

  it('what explains an incident finds its thread', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.said();
    e.tell(incident('R-1', { explains: 'alias-A-1', level: 'informational', open: false }));
    await e.pass();
    expect(e.said()).toEqual([expect.stringMatching(/^send #;m1: Explanation/)]);
  });

  it('a second channel is told at once what goes on, without another reading', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.said();
    await e.watch({ conversationId: '19:other@thread.tacv2' });
    await e.pass(0);
    expect(e.said()).toEqual(['send 19:other@thread.tacv2: trouble A-1: open error']);
  });

  it('two feeds that list one incident make one card', async () => {
    await e.watch();
    await e.watch({ feed: 'other', title: 'Staging' });
    const told = incident('A-1');
    e.tell(told);
    e.tell(told, 'other');
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-1: open error']);
  });

  it('what was over before anybody could be told stands in one digest', async () => {
    await e.watch();
    await e.pass();
    e.clock.advance(3_600_000);
    e.tell(incident('A-1', { open: false }));
    e.tell(incident('A-2', { open: false }));
    e.tell(incident('A-3'));
    await e.pass();
    await e.pass(15_000);
    expect(e.said().sort()).toEqual([
      'send #: 2 incidents since the last notification',
      'send #: trouble A-3: open error',
    ]);
  });

  it('what becomes hidden is drawn again everywhere it stands', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    e.said();
    e.tell(incident('A-1', { level: 'critical', hidden: true }));
    await e.pass();
    expect(e.said().sort()).toEqual(['edit #;m1: A-1: open critical', 'edit #;m1: Now critical, was error · A-1']);
  });

  it('somebody is on it: the first press counts and stands on the card', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    const [card] = await e.database.db.selectFrom('alert_cards').selectAll().execute();
    await e.alerts.acknowledge(card?.id ?? '', { objectId: 'bo', name: 'Bo' });
    const after = await e.alerts.acknowledge(card?.id ?? '', { objectId: 'cy', name: 'Cy' });
    expect(after?.acknowledged?.name).toBe('Bo');
    await e.pass(0);
    expect(e.said()).toHaveLength(2);
    expect(await e.alerts.why(CHANNEL, 'a-1')).toEqual([
      expect.objectContaining({ action: 'posted', reason: 'fits', times: 1 }),
    ]);
  });

  it('a feed that can’t be read is told once, and once that it is well again', async () => {
    await e.watch();
    await e.pass();
    e.feeds.faults.push(...Array.from({ length: 6 }, () => new Error('no')));
    for (let n = 0; n < 9; n += 1) await e.pass(600_000);
    expect(e.stalled).toEqual(['Alerts.Fault', undefined]);
  });

  it('who watches it is told since when, and when that is over', async () => {
    const changed: string[] = [];
    await e.watch();
    await e.pass();
    const { ok_at } = await e.database.db.selectFrom('alert_feeds').select('ok_at').executeTakeFirstOrThrow();
    const unread = async () => (await e.alerts.watches(CHANNEL))[0]?.stalledSince;
    e.alerts.onWatchChanged(async (_trx, { ref }) => void changed.push(ref));
    e.feeds.faults.push(...Array.from({ length: 5 }, () => new Error('no')));
    while (e.feeds.faults.length > 0) {
      expect(await unread()).toBeUndefined();
      await e.pass(600_000);
    }
    expect([await unread(), changed.length]).toEqual([Date.parse(ok_at ?? ''), 1]);
    await e.pass(600_000);
    expect([await unread(), changed.length]).toEqual([undefined, 2]);
  });
});
