import { HOUR } from '#platform/lib/clock.ts';
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
    it('that poll feeds with the same incidents at once post one card for each incident', async () => {
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

    it('that set up the same watch at once have one watch', async () => {
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
