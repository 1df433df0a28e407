import { DAY } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    e.feeds.unsorted = true;
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('what a feed lists for ever is told once, not again each time it has been forgotten', async () => {
    await e.watch();
    await e.pass();
    e.tell(incident('A-1', { open: false, hidden: true }));
    await e.pass();
    await e.pass();
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
    await e.pass(91 * DAY);
    await e.pass();
    await e.pass();
    expect(await e.alerts.why(CHANNEL, 'A-1')).toBeUndefined();
    expect(e.said()).toEqual([]);
  });
});
