import { HOUR } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const held = async () => {
    const watch = await e.watch({ rhythm: 'hour', criticalAnyway: true });
    e.tell(incident('A-1'));
    await e.pass();
    return watch;
  };

  it('what was held for a watch that has ended is not told', async () => {
    const { ref } = await held();
    await e.alerts.unwatch(CHANNEL, ref);
    await e.pass(HOUR);
    expect(e.said()).toEqual([]);
  });

  it('nor what was muted meanwhile, and why says so', async () => {
    await held();
    await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'service', name: 'storage', by: 'Bo' });
    await e.pass(HOUR);
    expect(e.said()).toEqual([]);
    expect(await e.alerts.why(CHANNEL, 'A-1')).toMatchObject([{ action: 'out', reason: 'muted' }, { action: 'held' }]);
  });

  it('that a card’s incident is over is told after a pause in which it was due', async () => {
    const { ref } = await e.watch({ rhythm: 'hour', criticalAnyway: true });
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    e.tell(incident('A-1', { level: 'critical', open: false }));
    await e.pass();
    await e.alerts.pause(CHANNEL, ref, Number.POSITIVE_INFINITY);
    await e.pass(HOUR);
    e.said();
    await e.alerts.pause(CHANNEL, ref, undefined);
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: One incident since the last notification']);
  });

  it('nor what has got a card of its own meanwhile', async () => {
    await held();
    e.tell(incident('A-1', { level: 'critical' }));
    await e.pass();
    await e.pass(HOUR);
    expect(e.said()).toEqual(['send #: trouble A-1: open critical']);
  });

  it('what was told in a digest is said to have been', async () => {
    await held();
    await e.pass(HOUR);
    expect(await e.alerts.why(CHANNEL, 'A-1')).toMatchObject([
      { action: 'digest', reason: 'hour' },
      { action: 'held' },
    ]);
  });

  it('an incident that a card shows is told to its end, however late the source said it', async () => {
    const { ref } = await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    const told = incident('A-1', { open: false, updatedAt: e.clock.now() });
    await e.alerts.unwatch(CHANNEL, ref);
    e.clock.advance(HOUR);
    await e.watch();
    e.feeds.items.set('sub', [told]);
    await e.pass();
    expect(e.said().sort()).toEqual([
      expect.stringMatching(/^edit #;m1: /),
      'send #: trouble A-1: open error',
      expect.stringMatching(/^send #;.*Resolved/),
    ]);
  });
});
