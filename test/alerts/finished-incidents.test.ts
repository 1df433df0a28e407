import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('what was told once is told to its end, though its level falls below the watch’s', async () => {
    await e.watch({ filter: { atLeast: 'error' } });
    e.tell(incident('A-1', { level: 'warning' }));
    await e.pass();
    expect(e.said()).toEqual([]);
    e.tell(incident('A-1', { level: 'error' }));
    await e.pass();
    e.tell(incident('A-1', { level: 'warning' }));
    await e.pass();
    e.tell(incident('A-1', { level: 'warning', open: false }));
    await e.pass();
    expect(e.said().filter((one) => one.startsWith('send'))).toEqual([
      'send #: trouble A-1: open error',
      'send #;m1: Now warning, was error · trouble A-1',
      'send #;m1: Resolved · trouble A-1',
    ]);
    const reasons = (await e.alerts.why(CHANNEL, 'A-1'))?.map(({ action, reason }) => `${action} ${reason}`);
    expect(reasons?.sort()).toEqual(['out filter', 'posted fits', 'replied level', 'replied resolved']);
  });
});
