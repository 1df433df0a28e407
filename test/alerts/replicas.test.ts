import { HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  let beside: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    beside = await createAlertsEngine(open, e);
  });
  afterEach(() => Promise.all([e, beside].flatMap(({ jobs, outbox }) => [jobs.stop(), outbox.stop()])));

  const FEEDS = ['a', 'b', 'c', 'd'];

  it('two processes that tell the same of many feeds at the same moment make one card of each', async () => {
    for (const feed of FEEDS) await e.watch({ feed });
    await e.pass();
    const all = Array.from({ length: 12 }, (_, n) => incident(`A-${n}`, { updatedAt: e.clock.now() }));
    for (const feed of FEEDS) e.feeds.items.set(feed, all);
    await e.pass();
    await e.pass();
    expect(e.said().sort()).toEqual(all.map(({ key }) => `send #: trouble ${key}: open error`).sort());
  });

  it('each piece of news is one word, and a digest one digest', async () => {
    for (const feed of FEEDS) await e.watch({ feed });
    for (const feed of FEEDS) await e.watch({ feed, rhythm: 'hour', conversationId: '19:digest@thread.tacv2' });
    const told = (level: 'error' | 'critical') => {
      const one = incident('A-1', { level, updatedAt: e.clock.now() });
      for (const feed of FEEDS) e.feeds.items.set(feed, [one]);
    };
    told('error');
    await e.pass();
    told('critical');
    await e.pass();
    await e.pass(HOUR);
    const said = e.said();
    expect(said.filter((one) => one.startsWith('send #;'))).toEqual([expect.stringMatching(/Now critical/)]);
    expect(said.filter((one) => one.startsWith('send 19:digest'))).toHaveLength(1);
    expect(said.filter((one) => one.startsWith('send #:'))).toHaveLength(1);
  });

  it('the same watch set up in both at once stands once', async () => {
    const both = await Promise.allSettled([e.watch(), beside.watch()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await e.alerts.watches(CHANNEL)).toHaveLength(1);
  });

  it('of two who are on it at once the first counts, in both', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    const card = await e.database.db.selectFrom('alert_cards').select('id').executeTakeFirstOrThrow();
    const [a, b] = await Promise.all([
      e.alerts.acknowledge(card.id, { objectId: 'bo', name: 'Bo' }),
      beside.alerts.acknowledge(card.id, { objectId: 'cy', name: 'Cy' }),
    ]);
    expect(a?.acknowledged).toEqual(b?.acknowledged);
  });
});
