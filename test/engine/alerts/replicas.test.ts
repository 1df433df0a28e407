import { DAY, HOUR } from '#platform/lib/clock.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, describeAlerts, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const FEEDS = ['a', 'b', 'c', 'd'];
const rounds = Array.from({ length: 20 }, (_, n) => n);
const feedOf = (n: number): string => `feed-${n}`;

describeAlerts((e, open) => {
  let beside: AlertsEngine;
  beforeEach(async () => {
    beside = await createAlertsEngine(open, e);
  });
  afterEach(() => beside.stop());

  describe('two processes', () => {
    it('two processes that poll feeds with the same incidents at once post one card for each incident', async () => {
      for (const feed of FEEDS) await e.watch({ feed });
      await e.pass();
      const all = Array.from({ length: 12 }, (_, n) => incident(`A-${n}`, { updatedAt: e.clock.now() }));
      for (const feed of FEEDS) e.feeds.items.set(feed, all);
      await e.pass();
      await e.pass();
      expect(e.newCalls().sort()).toEqual(all.map(({ key }) => `send #: trouble ${key}: open error`).sort());
    });

    it('post each piece of news as one note, and one digest', async () => {
      for (const feed of FEEDS) await e.watch({ feed });
      for (const feed of FEEDS) await e.watch({ feed, rhythm: 'hour', conversationId: '19:digest@thread.tacv2' });
      for (const level of ['error', 'critical'] as const) {
        const one = incident('A-1', { level, updatedAt: e.clock.now() });
        for (const feed of FEEDS) e.feeds.items.set(feed, [one]);
        await e.pass();
      }
      await e.pass(HOUR);
      const calls = e.newCalls();
      expect(calls.filter((one) => one.startsWith('send #;'))).toEqual([expect.stringMatching(/Now critical/)]);
      expect(calls.filter((one) => one.startsWith('send 19:digest'))).toHaveLength(1);
      expect(calls.filter((one) => one.startsWith('send #:'))).toHaveLength(1);
    });

    it('two processes that set up the same watch at once have one watch', async () => {
      const [one, other] = await Promise.all([e.watch(), beside.watch({ rhythm: 'hour' })]);
      expect(one).toEqual(other);
      expect(await e.alerts.watches(CHANNEL)).toHaveLength(1);
    });

    it('keep the first of two acknowledgements made at once', async () => {
      await e.watch();
      await e.update('A-1');
      const id = await e.cardId();
      const [a, b] = await Promise.all([
        e.alerts.acknowledge(id, { objectId: 'bo', name: 'Bo' }),
        beside.alerts.acknowledge(id, { objectId: 'cy', name: 'Cy' }),
      ]);
      expect(a?.acknowledged).toEqual(b?.acknowledged);
    });
  });

  it('a watch that is set up while its feed is ingested misses no incident', async () => {
    for (const n of rounds) await beside.watch({ feed: feedOf(n), conversationId: OTHER });
    await e.pass();
    for (const n of rounds) e.putItem(incident(`A-${n}`), feedOf(n));
    e.clock.advance(10_000);
    for (const n of rounds) await e.watch({ feed: feedOf(n) });
    await e.pass();
    await e.pass();
    const here = new Set(e.newCalls().filter((call) => call.startsWith('send #:')));
    expect([...here].sort()).toEqual(rounds.map((n) => `send #: trouble A-${n}: open error`).sort());
    expect(await e.alerts.watches(CHANNEL)).toHaveLength(rounds.length);
  });

  it('the earliest release decides when the digest of several feeds comes', async () => {
    const { db } = e.database;
    for (const n of rounds) await e.watch({ feed: feedOf(n), rhythm: n % 2 === 0 ? 'hour' : 'day' });
    await e.pass();
    for (const n of rounds) e.putItem(incident(`A-${n}`), feedOf(n));
    await e.pass();
    const jobs = db.selectFrom('jobs').select('due_at').where('kind', '=', 'alerts.digest');
    const { due_at } = await jobs.executeTakeFirstOrThrow();
    const [first] = await db.selectFrom('alert_held').select('release_at').orderBy('release_at').execute();
    expect(due_at).toBe(first?.release_at);
    expect(Date.parse(due_at)).toBeLessThanOrEqual(e.clock.now() + HOUR);
  });
});

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
