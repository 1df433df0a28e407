import { compare, type Level, levels, type Signal } from '#engine/alerts/feed/signal.ts';
import { DAY, HOUR, iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { fc } from '../../support/fast-check.ts';
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

const NAMES = ['West', 'North', 'East'];

const signal = (more: Partial<Signal> = {}): Signal => ({
  ...{ key: 'A-1', aliases: [], open: true, level: 'error', rank: 0, updatedAt: 1, services: ['Storage'] },
  ...{ regions: [{ name: 'West', open: true }], review: '', hidden: false, ...more },
});

const signals = fc
  .record({
    open: fc.constantFrom(true, true, false),
    level: fc.constantFrom<Level[]>(...levels),
    review: fc.constantFrom('', '', 'Preliminary PIR', 'Final PIR'),
    regions: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), open: fc.boolean() }), {
      selector: ({ name }) => name,
    }),
  })
  .map(signal);
const holds = (law: (known: Signal, next: Signal) => void): void =>
  fc.assert(fc.property(signals, signals, law), { numRuns: 2_000 });
const newsOf = (known: Signal, next: Signal) => {
  const compared = compare(known, next, false);
  return compared.is === 'changed' ? compared.news : [];
};

it.each([
  ['an incident that is not stored is the first', undefined, signal(), false, 'first'],
  ['an equal item is a repeat, whatever its update time', signal(), signal({ updatedAt: 9 }), true, 'repeat'],
  ['an older item is stale', signal({ updatedAt: 5 }), signal({ updatedAt: 4, level: 'critical' }), false, 'stale'],
  [
    'a different item with the same update time counts as changed',
    signal(),
    signal({ hidden: true }),
    false,
    'changed',
  ],
] as const)('%s', (_what, known, next, same, is) => expect(compare(known, next, same).is).toBe(is));

it('an item with equal level, state, regions and review has no news', () => {
  holds((known) => expect(newsOf(known, { ...known, services: ['Other'], rank: 9 })).toEqual([]));
});

it('resolved and reopened are news, and come first', () => {
  holds((known, next) => {
    const ends = known.open === next.open ? undefined : next.open ? 'reopened' : 'resolved';
    expect(newsOf(known, next).filter(({ what }) => what === 'resolved' || what === 'reopened')).toEqual(
      ends ? [{ what: ends }] : [],
    );
    if (ends) expect(newsOf(known, next)[0]).toEqual({ what: ends });
  });
});

it('each region is news once, as affected or as recovered, and only when that has changed', () => {
  holds((known, next) => {
    const reported = newsOf(known, next).flatMap((news) =>
      'names' in news ? news.names.map((name) => [name, news.what]) : [],
    );
    expect(new Set(reported.map(([name]) => name)).size).toBe(reported.length);
    for (const [name, what] of reported) {
      const before = known.regions.find((region) => region.name === name)?.open === true;
      const after = next.regions.find((region) => region.name === name)?.open === true;
      expect([before, after]).toEqual(what === 'regionTouched' ? [false, true] : [true, false]);
    }
  });
});

it('a resolved incident has no news of its level or regions', () => {
  holds((known, next) => {
    if (!next.open)
      expect(newsOf(known, next).filter(({ what }) => !['resolved', 'review'].includes(what))).toEqual([]);
  });
});

it('each stage of a review is news once', () => {
  holds((known, next) => {
    const reported = newsOf(known, next).filter(({ what }) => what === 'review');
    const isNew = next.review !== '' && next.review !== known.review;
    expect(reported).toEqual(isNew ? [{ what: 'review', stage: next.review }] : []);
  });
});
