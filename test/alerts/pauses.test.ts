import { HOUR, MINUTE } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const DIGEST = /^send #: One incident since the last notification$/;

describeStores((_kind, open) => {
  let e: AlertsEngine;
  let ref: string;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
    ({ ref } = await e.watch());
    await e.pass();
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const pause = (until: number | undefined = Number.POSITIVE_INFINITY) => e.alerts.pause(CHANNEL, ref, until);
  const resume = async () => {
    await e.alerts.pause(CHANNEL, ref, undefined);
    await e.pass();
    await e.pass();
  };

  it('what a pause kept back of a card’s end is told when it ends, once', async () => {
    e.tell(incident('A-1'));
    await e.pass();
    await pause();
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-1: open error', 'edit #;m1: trouble A-1: over error']);
    await resume();
    expect(e.said()).toEqual([expect.stringMatching(DIGEST)]);
    await pause();
    await e.pass();
    await resume();
    expect(e.said()).toEqual([]);
  });

  it('the end of a pause that ends by itself says the same', async () => {
    await pause(e.clock.now() + HOUR);
    e.tell(incident('A-1', { open: false }));
    e.tell(incident('A-2'));
    await e.pass();
    expect(e.said()).toEqual([]);
    await e.pass(HOUR);
    await e.pass();
    expect(e.said().sort()).toEqual([expect.stringMatching(DIGEST), 'send #: trouble A-2: open error']);
  });

  it('the watch itself is told of that end, once', async () => {
    const changed: string[] = [];
    e.alerts.onWatchChanged(async (_trx, watch) => void changed.push(watch.ref));
    await pause(e.clock.now() + HOUR);
    await e.pass();
    expect(changed).toEqual([]);
    await e.pass(HOUR);
    await e.pass(HOUR);
    expect(changed).toEqual([ref]);
  });

  it('what another watch of the channel told meanwhile is not told again', async () => {
    await e.watch({ filter: { atLeast: 'error' } });
    await e.pass();
    await pause();
    e.tell(incident('A-1'));
    await e.pass();
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    e.said();
    await resume();
    expect(e.said()).toEqual([]);
  });

  it('nor what is muted when it ends', async () => {
    await pause();
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'region', name: 'West', by: 'Bo' });
    await resume();
    await e.pass(5 * MINUTE);
    expect(e.said()).toEqual([]);
  });
});
