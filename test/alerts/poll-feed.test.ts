import { DAY, HOUR, iso, MINUTE, SECOND } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, createAlertsEngine, incident, policyText } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  /** How long from now until the feed is read again. */
  const pause = async (): Promise<number> => {
    const job = e.database.db.selectFrom('jobs').select('due_at').where('kind', '=', 'alerts.look');
    return Date.parse((await job.executeTakeFirstOrThrow()).due_at) - e.clock.now();
  };
  /** Reads the feed once more and says how long it rests then. */
  const rest = async (): Promise<number> => {
    await e.pass(Math.max(0, await pause()));
    // Of the moments that `pass` lets go by, the last is after the reading.
    return (await pause()) + 2_500;
  };

  it('a feed is read from a month back, then from a day before the last reading', async () => {
    const begun = e.clock.now();
    await e.watch();
    await e.pass(0);
    await e.pass(10 * SECOND);
    expect(e.feeds.asked.map(({ since }) => since)).toEqual([begun - 30 * DAY, begun - DAY]);
  });

  it('all who watch a feed share its reading', async () => {
    for (const conversationId of ['19:a@thread.tacv2', '19:b@thread.tacv2', '19:c@thread.tacv2']) {
      await e.watch({ conversationId });
    }
    await e.pass(0);
    const before = e.feeds.asked.length;
    for (let n = 0; n < 3; n += 1) await e.pass(10 * SECOND);
    expect(e.feeds.asked.length - before).toBeLessThanOrEqual(3);
  });

  it('the policy says how often, without a restart', async () => {
    await e.watch();
    expect(await rest()).toBe(10 * SECOND);
    e.policy.replace(policyText('2 minutes'));
    expect(await rest()).toBe(2 * MINUTE);
  });

  it.each([
    [undefined, 10],
    [100, 10],
    [99, 20],
    [25, 20],
    [24, 40],
    [0, 40],
  ])('with %s reads left at the vendor it is read after %i seconds', async (remaining, seconds) => {
    e.feeds.remaining = remaining;
    await e.watch();
    expect(await rest()).toBe(seconds * SECOND);
  });

  it('a feed that cannot be read is asked less and less often, and never more seldom than the policy says', async () => {
    await e.watch();
    e.feeds.faults.push(...Array.from({ length: 8 }, () => new Error('no')));
    const rests: number[] = [];
    for (let n = 0; n < 9; n += 1) rests.push((await rest()) / SECOND);
    expect(rests).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 10]);
  });

  it('what a reading that broke off had told is told, and what came after it is not passed over', async () => {
    await e.watch();
    await e.pass();
    const { since } = await e.database.db.selectFrom('alert_feeds').select('since').executeTakeFirstOrThrow();
    e.clock.advance(HOUR);
    e.feeds.faults.push(new Error('no'));
    e.tell(incident('A-1'));
    await e.pass(0);
    expect(await e.database.db.selectFrom('alert_feeds').select(['since', 'failures']).execute()).toEqual([
      { since, failures: 1 },
    ]);
    await e.pass(20 * SECOND);
    expect(e.said()).toEqual(['send #: trouble A-1: open error']);
  });

  it('one that can be read again begins anew', async () => {
    await e.watch();
    e.feeds.faults.push(new Error('no'));
    await e.pass(0);
    await e.pass(20 * SECOND);
    const [feed] = await e.database.db.selectFrom('alert_feeds').selectAll().execute();
    expect(feed).toMatchObject({ failures: 0, last_error: null });
    expect(Date.parse(feed?.since ?? '')).toBeGreaterThan(Date.parse(iso(e.clock.now() - DAY - MINUTE)));
  });
});
