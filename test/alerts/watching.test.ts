import { HOUR, MINUTE } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const THREAD = `${CHANNEL};messageid=1700000000000`;

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  it('a watch is read back as it was set up, whatever thread it was asked for in', async () => {
    const quiet = { from: 1_320, to: 360 };
    const draft = {
      quiet,
      zone: 'Asia/Kolkata',
      rhythm: 'day',
      criticalAnyway: true,
      filter: { atLeast: 'error' },
    } as const;
    const set = await e.watch({ ...draft, language: 'de', conversationId: THREAD });
    expect(await e.alerts.watches(THREAD)).toEqual([set]);
    expect(set).toMatchObject({ ...draft, language: 'de', conversationId: CHANNEL, createdBy: { name: 'Ana' } });
    expect(set.ref).toMatch(/^W-[2-9A-Z]{5}$/);
  });

  it('the same watch twice is refused with the name of the first; another filter or rhythm is another watch', async () => {
    const { ref } = await e.watch();
    await expect(e.watch({ title: 'Else' })).rejects.toMatchObject({ code: 'Alerts.SameWatch', values: { ref } });
    await e.watch({ rhythm: 'hour' });
    await e.watch({ filter: { atLeast: 'critical' } });
    await e.watch({ conversationId: OTHER });
    expect(await e.alerts.watches(CHANNEL)).toHaveLength(3);
  });

  it('a watch is ended only where it stands, and once', async () => {
    const { ref } = await e.watch();
    expect(await e.alerts.unwatch(OTHER, ref)).toBe(false);
    expect(await e.alerts.unwatch(THREAD, ref)).toBe(true);
    expect(await e.alerts.unwatch(CHANNEL, ref)).toBe(false);
  });

  it('what nobody watches any more is no longer read, and again when somebody does', async () => {
    const { ref } = await e.watch();
    await e.pass();
    await e.alerts.unwatch(CHANNEL, ref);
    await e.pass();
    const asked = e.feeds.asked.length;
    await e.pass(HOUR);
    expect(e.feeds.asked).toHaveLength(asked);
    await e.watch();
    await e.pass(0);
    expect(e.feeds.asked).toHaveLength(asked + 1);
  });

  it('a card that stands stays true when its watch has ended, in silence', async () => {
    const { ref } = await e.watch();
    await e.watch({ conversationId: OTHER });
    e.tell(incident('A-1'));
    await e.pass();
    await e.alerts.unwatch(CHANNEL, ref);
    e.said();
    e.tell(incident('A-1', { open: false }));
    await e.pass();
    expect(e.said().filter((said) => said.includes('#'))).toEqual([
      expect.stringMatching(/^edit #;m\d: trouble A-1: over error$/),
    ]);
  });

  it('a watch tells how many incidents it shows at once', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    e.tell(incident('A-2', { level: 'informational' }));
    e.tell(incident('A-3', { open: false }));
    await e.pass();
    const draft = { ...(await e.alerts.watches(CHANNEL))[0], conversationId: OTHER, filter: { atLeast: 'error' } };
    const { open: count } = await e.alerts.watch(draft as Parameters<typeof e.alerts.watch>[0]);
    expect(count).toBe(1);
  });

  it('a paused watch is told nothing, and what goes on once it is resumed', async () => {
    const { ref } = await e.watch();
    await e.pass();
    const paused = await e.alerts.pause(CHANNEL, ref, Number.POSITIVE_INFINITY);
    expect(paused?.pausedUntil).toBe(Number.POSITIVE_INFINITY);
    e.tell(incident('A-1'));
    e.tell(incident('A-2', { open: false }));
    await e.pass();
    expect(e.said()).toEqual([]);
    expect((await e.alerts.pause(CHANNEL, ref, undefined))?.pausedUntil).toBeUndefined();
    await e.pass();
    // What has ended meanwhile comes in one digest.
    expect(e.said()).toEqual(['send #: trouble A-1: open error', 'send #: One incident since the last notification']);
  });

  it('a pause for a while ends by itself, and what began in it and goes on is told then', async () => {
    const { ref } = await e.watch();
    await e.pass();
    await e.alerts.pause(CHANNEL, ref, e.clock.now() + 30 * MINUTE);
    e.tell(incident('A-1'));
    await e.pass();
    expect(e.said()).toEqual([]);
    await e.pass(30 * MINUTE);
    e.tell(incident('A-2'));
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-1: open error', 'send #: trouble A-2: open error']);
    expect((await e.alerts.watches(CHANNEL))[0]?.pausedUntil).toBeUndefined();
    expect(await e.alerts.pause(OTHER, ref, undefined)).toBeUndefined();
  });

  it('what is muted is not told, its standing cards stay true, and it is told again once it is not', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.said();
    const mute = { conversationId: THREAD, source: 'health', what: 'service', name: 'Storage', by: 'Bo' } as const;
    expect([await e.alerts.mute(mute), await e.alerts.mute(mute)]).toEqual([true, false]);
    e.tell(incident('A-1', { level: 'critical' }));
    e.tell(incident('A-2'));
    await e.pass();
    expect(e.said()).toEqual(['edit #;m1: trouble A-1: open critical']);
    const [muted] = await e.alerts.mutes(CHANNEL);
    expect(muted).toMatchObject({ what: 'service', name: 'Storage', by: 'Bo', conversationId: CHANNEL });
    expect(await e.alerts.unmute(OTHER, muted?.id ?? '')).toBe(false);
    expect(await e.alerts.unmute(THREAD, muted?.id ?? '')).toBe(true);
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-2: open error']);
  });

  it('who stops listening has the cards that stand kept true to their end, and hears of nothing new', async () => {
    const { ref } = await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    await e.alerts.unwatch(CHANNEL, ref);
    e.said();
    e.tell(incident('A-2'));
    e.tell(incident('A-1', { open: false, hidden: true }));
    await e.pass();
    expect(e.said()).toEqual(['edit #;m1: A-1: over error']);
    const looks = e.feeds.asked.length;
    await e.pass(60_000);
    expect(e.feeds.asked).toHaveLength(looks);
  });

  it('a mute is of one channel and one source', async () => {
    await e.watch();
    for (const at of [
      { conversationId: OTHER, source: 'health' },
      { conversationId: CHANNEL, source: 'else' },
    ]) {
      await e.alerts.mute({ ...at, what: 'service', name: 'Storage', by: 'Bo' });
    }
    e.tell(incident('A-1'));
    await e.pass();
    expect(e.said()).toEqual(['send #: trouble A-1: open error']);
  });

  it('a test alert stands as a real one would, each time it is asked for, and nothing is kept of it', async () => {
    await e.alerts.test(THREAD, 'health', 'en');
    await e.alerts.test(THREAD, 'health', 'en');
    await e.pass(0);
    expect(e.said()).toEqual(['send #: a test: open error', 'send #: a test: open error']);
    expect(await e.database.db.selectFrom('alerts').selectAll().execute()).toEqual([]);
  });

  it('why knows nothing of what was never told, and takes an id in any case', async () => {
    await e.watch({ filter: { atLeast: 'critical' } });
    e.tell(incident('Abc-1'));
    await e.pass();
    expect(await e.alerts.why(CHANNEL, 'xyz')).toBeUndefined();
    expect(await e.alerts.why(OTHER, 'Abc-1')).toEqual([]);
    expect(await e.alerts.why(CHANNEL, ' aBC-1 ')).toMatchObject([
      { action: 'out', reason: 'filter', values: { rule: 'alerts.why.before', level: 'error' }, times: 1 },
    ]);
  });
});
