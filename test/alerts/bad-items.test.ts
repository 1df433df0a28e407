import { DAY, HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, createAlertsEngine, type Item, incident } from './engine.ts';

/** Items that nothing can be made of: without what a signal needs, or with what no row holds. */
const BAD: readonly (readonly [string, Item])[] = [
  ['no signal', null as unknown as Item],
  ['no moment', incident('B-1', { updatedAt: Number.NaN })],
];

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    e.feeds.unsorted = true;
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const feed = () => e.database.db.selectFrom('alert_feeds').selectAll().executeTakeFirstOrThrow();

  it.each(BAD)('an item of which nothing can be made (%s) costs that item only', async (_what, bad) => {
    await e.watch();
    e.feeds.items.set('sub', [incident('A-1'), bad, incident('A-2', { open: false, updatedAt: e.clock.now() + HOUR })]);
    await e.pass(0);
    await e.pass();
    expect(e.said().sort()).toEqual([
      'send #: One incident since the last notification',
      'send #: trouble A-1: open error',
    ]);
    expect(await feed()).toMatchObject({ failures: 0, last_error: null });
  });

  it('it is read again for some days, and then no longer holds the reading back', async () => {
    await e.watch();
    e.feeds.items.set('sub', [null as unknown as Item]);
    await e.pass(0);
    const begun = (await feed()).since;
    await e.pass(DAY);
    await e.pass(6 * DAY);
    expect((await feed()).since > begun).toBe(true);
    e.feeds.items.set('sub', []);
    await e.pass();
    expect(Date.parse((await feed()).since)).toBeGreaterThan(e.clock.now() - 2 * DAY);
  });
});
