import { DAY, HOUR, iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { describeAlerts, incident, policyText } from './engine.ts';

describeAlerts((e) => {
  /** Time until the next poll of the feed. */
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

  it('the first poll of a feed reads 30 days, later polls overlap by a day', async () => {
    const begun = e.clock.now();
    await e.watch();
    await e.pass(0);
    await e.pass(10 * SECOND);
    expect(e.feeds.polls.map(({ since }) => since)).toEqual([begun - 30 * DAY, begun - DAY]);
  });

  it('all watches of a feed share one poll', async () => {
    for (const conversationId of ['19:a@thread.tacv2', '19:b@thread.tacv2', '19:c@thread.tacv2']) {
      await e.watch({ conversationId });
    }
    await e.pass(0);
    const before = e.feeds.polls.length;
    for (let n = 0; n < 3; n += 1) await e.pass(10 * SECOND);
    expect(e.feeds.polls.length - before).toBeLessThanOrEqual(3);
  });

  it('a new interval in the policy counts from the next poll', async () => {
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
  ])('with %s remaining reads at the vendor the next poll is after %i seconds', async (remaining, seconds) => {
    e.feeds.remaining = remaining;
    await e.watch();
    expect(await rest()).toBe(seconds * SECOND);
  });

  it('a failing feed is polled at growing intervals, up to the maximum of the policy', async () => {
    await e.watch();
    e.feeds.faults.push(...Array.from({ length: 8 }, () => new Error('no')));
    const rests: number[] = [];
    for (let n = 0; n < 9; n += 1) rests.push((await rest()) / SECOND);
    expect(rests).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 10]);
  });

  it('a failed poll leaves the watermark, and the next poll posts what came meanwhile', async () => {
    await e.watch();
    await e.pass();
    const { since } = await e.database.db.selectFrom('alert_feeds').select('since').executeTakeFirstOrThrow();
    e.clock.advance(HOUR);
    e.feeds.faults.push(new Error('no'));
    e.putItem(incident('A-1'));
    await e.pass(0);
    expect(await e.database.db.selectFrom('alert_feeds').select(['since', 'failures']).execute()).toEqual([
      { since, failures: 1 },
    ]);
    await e.pass(20 * SECOND);
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
  });

  it('a successful poll after a failure clears the failure and moves the watermark', async () => {
    await e.watch();
    e.feeds.faults.push(new Error('no'));
    await e.pass(0);
    await e.pass(20 * SECOND);
    const [feed] = await e.database.db.selectFrom('alert_feeds').selectAll().execute();
    expect(feed).toMatchObject({ failures: 0, last_error: null });
    expect(Date.parse(feed?.since ?? '')).toBeGreaterThan(Date.parse(iso(e.clock.now() - DAY - MINUTE)));
  });
});
