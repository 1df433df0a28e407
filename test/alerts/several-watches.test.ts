import { HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const ROUNDS = 20;

describeStores((_kind, open) => {
  let e: AlertsEngine;
  let beside: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    beside = await createAlertsEngine(open, e);
  });
  afterEach(() => Promise.all([e, beside].flatMap(({ jobs, outbox }) => [jobs.stop(), outbox.stop()])));

  const feedOf = (n: number): string => `feed-${n}`;
  const rounds = Array.from({ length: ROUNDS }, (_, n) => n);

  it('a watch that begins while its feed is taken in misses nothing, and its card is the newest', async () => {
    for (const n of rounds) await beside.watch({ feed: feedOf(n), conversationId: OTHER });
    await e.pass();
    for (const n of rounds) e.tell(incident(`A-${n}`), feedOf(n));
    e.clock.advance(10_000);
    for (const n of rounds) {
      await e.watch({ feed: feedOf(n) });
    }
    await e.pass();
    await e.pass();
    const here = new Set(e.said().filter((said) => said.startsWith('send #:')));
    expect([...here].sort()).toEqual(rounds.map((n) => `send #: trouble A-${n}: open error`).sort());
    expect(await e.alerts.watches(CHANNEL)).toHaveLength(ROUNDS);
  });

  it('of two that hold something for one digest at once, the sooner decides when it comes', async () => {
    const { db } = e.database;
    for (const n of rounds) {
      await e.watch({ feed: feedOf(n), rhythm: n % 2 === 0 ? 'hour' : 'day' });
    }
    await e.pass();
    for (const n of rounds) e.tell(incident(`A-${n}`), feedOf(n));
    await e.pass();
    const job = await db
      .selectFrom('jobs')
      .select('due_at')
      .where('kind', '=', 'alerts.digest')
      .executeTakeFirstOrThrow();
    const [first] = await db.selectFrom('alert_held').select('release_at').orderBy('release_at').execute();
    expect(job.due_at).toBe(first?.release_at);
    expect(Date.parse(job.due_at)).toBeLessThanOrEqual(e.clock.now() + HOUR);
  });
});
