import { HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    await e.watch();
    await e.watch({ feed: 'other', title: 'Staging', filter: { atLeast: 'error' } });
    await e.pass();
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('what explains an incident finds its thread, whichever feed lists it first', async () => {
    e.tell(incident('A-1'));
    await e.pass();
    e.said();
    const review = incident('R-1', { explains: 'A-1', level: 'informational', open: false, updatedAt: e.clock.now() });
    e.feeds.items.set('other', [review]);
    await e.pass();
    expect(e.said()).toEqual([expect.stringMatching(/^send #;m1: .*Explanation/)]);
    e.feeds.items.set('sub', [...(e.feeds.items.get('sub') ?? []), review]);
    await e.pass();
    await e.pass(30_000);
    expect(e.said().filter((one) => one.startsWith('send'))).toEqual([]);
  });

  it('after a break one digest tells what both feeds have found, though one is read later', async () => {
    e.clock.advance(HOUR);
    const over = (key: string) => incident(key, { open: false, updatedAt: e.clock.now() });
    e.feeds.items.set('sub', [over('A-1'), over('A-2')]);
    e.feeds.items.set('other', [over('A-2'), over('A-3')]);
    e.feeds.faults.push(new Error('not now'));
    await e.pass();
    await e.pass();
    await e.pass(60_000);
    expect(e.said()).toEqual(['send #: 3 incidents since the last notification']);
  });
});
