import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const ONE_IN_DIGEST = 'send #: One incident since the last notification';

describeAlerts((e) => {
  let ref: string;
  beforeEach(async () => {
    ({ ref } = await e.watch());
    await e.pass();
  });

  const pause = (until: number | undefined = Number.POSITIVE_INFINITY) => e.alerts.pause(CHANNEL, ref, until);
  const resume = async () => {
    expect((await e.alerts.pause(CHANNEL, ref, undefined))?.pausedUntil).toBeUndefined();
    await e.pass();
    await e.pass();
  };

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['with an end', () => pause(e.clock.now() + HOUR), () => e.pass(HOUR).then(() => e.pass())],
    ['without an end', () => pause(), resume],
  ])('after a pause %s, open incidents are posted and resolved ones come in a digest', async (_what, begin, end) => {
    await begin();
    e.putItem(incident('A-1', { open: false }));
    await e.update('A-2');
    expect(e.newCalls()).toEqual([]);
    await end();
    expect(e.newCalls().sort()).toEqual([ONE_IN_DIGEST, 'send #: trouble A-2: open error']);
    expect((await e.alerts.watches(CHANNEL))[0]?.pausedUntil).toBeUndefined();
  });

  it('a pause without an end is read back as such, and belongs to its own conversation', async () => {
    expect((await pause())?.pausedUntil).toBe(Number.POSITIVE_INFINITY);
    expect(await e.alerts.pause('19:other@thread.tacv2', ref, undefined)).toBeUndefined();
  });

  it('an incident with a card that was resolved in the pause comes in a digest once', async () => {
    await e.update('A-1');
    await pause();
    await e.update('A-1', { open: false });
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error', 'edit #;m1: trouble A-1: over error']);
    await resume();
    expect(e.newCalls()).toEqual([ONE_IN_DIGEST]);
    await pause();
    await e.pass();
    await resume();
    expect(e.newCalls()).toEqual([]);
  });

  it('the listeners of a watch are notified once when its pause ends', async () => {
    const changed: string[] = [];
    e.alerts.onWatchChanged(async (_trx, watch) => void changed.push(watch.ref));
    await pause(e.clock.now() + HOUR);
    await e.pass();
    expect(changed).toEqual([]);
    await e.pass(HOUR);
    await e.pass(HOUR);
    expect(changed).toEqual([ref]);
  });

  it('an incident that another watch of the channel posted meanwhile is not posted again', async () => {
    await e.watch({ filter: { atLeast: 'error' } });
    await e.pass();
    await pause();
    await e.update('A-1');
    await e.update('A-1', { open: false });
    e.newCalls();
    await resume();
    expect(e.newCalls()).toEqual([]);
  });

  it('an incident that is muted when the pause ends is left out', async () => {
    await pause();
    await e.update('A-1', { open: false });
    await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'region', name: 'West', by: 'Bo' });
    await resume();
    await e.pass(5 * MINUTE);
    expect(e.newCalls()).toEqual([]);
  });
});
