import { HOUR } from '#platform/lib/clock.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';
const THREAD = `${CHANNEL};messageid=1700000000000`;

describeAlerts((e) => {
  it('a watch from a thread is stored for the whole channel with all its options', async () => {
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

  it('a second watch of the same incidents is the first one, whatever its schedule; another filter is another watch', async () => {
    const first = await e.watch();
    expect(await e.watch({ title: 'Else' })).toEqual(first);
    expect(await e.watch({ rhythm: 'hour', quiet: { from: 1_320, to: 360 } })).toEqual(first);
    await e.watch({ filter: { atLeast: 'critical' } });
    await e.watch({ conversationId: OTHER });
    expect(await e.alerts.watches(CHANNEL)).toHaveLength(2);
  });

  it('the schedule of a watch can be changed in its own conversation', async () => {
    const { ref } = await e.watch();
    const schedule = { rhythm: 'day', quiet: { from: 0, to: 60 }, zone: 'Asia/Kolkata', criticalAnyway: true } as const;
    expect(await e.alerts.reschedule(OTHER, ref, schedule)).toBeUndefined();
    expect(await e.alerts.reschedule(THREAD, ref, schedule)).toMatchObject({ ref, ...schedule });
    expect(await e.alerts.watches(CHANNEL)).toEqual([expect.objectContaining(schedule)]);
  });

  it('unwatch ends a watch of its own conversation only, and once', async () => {
    const { ref } = await e.watch();
    expect(await e.alerts.unwatch(OTHER, ref)).toBe(false);
    expect(await e.alerts.unwatch(THREAD, ref)).toBe(true);
    expect(await e.alerts.unwatch(CHANNEL, ref)).toBe(false);
  });

  it('a feed without a watch is not polled; a new watch polls it again', async () => {
    const { ref } = await e.watch();
    await e.pass();
    await e.alerts.unwatch(CHANNEL, ref);
    await e.pass();
    const reads = e.feeds.polls.length;
    await e.pass(HOUR);
    expect(e.feeds.polls).toHaveLength(reads);
    await e.watch();
    await e.pass(0);
    expect(e.feeds.polls).toHaveLength(reads + 1);
  });

  it('a card is edited without a note after its watch has ended', async () => {
    const { ref } = await e.watch();
    await e.watch({ conversationId: OTHER });
    await e.update('A-1');
    await e.alerts.unwatch(CHANNEL, ref);
    e.newCalls();
    await e.update('A-1', { open: false });
    expect(e.newCalls().filter((call) => call.includes('#'))).toEqual([
      expect.stringMatching(/^edit #;m\d: trouble A-1: over error$/),
    ]);
  });

  it('a muted incident is not posted and its card is edited; unmute posts it', async () => {
    await e.watch();
    await e.update('A-1');
    e.newCalls();
    const mute = { conversationId: THREAD, source: 'health', what: 'service', name: 'Storage', by: 'Bo' } as const;
    expect([await e.alerts.mute(mute), await e.alerts.mute(mute)]).toEqual([true, false]);
    e.putItem(incident('A-1', { level: 'critical' }));
    await e.update('A-2');
    expect(e.newCalls()).toEqual(['edit #;m1: trouble A-1: open critical']);
    const [muted] = await e.alerts.mutes(CHANNEL);
    expect(muted).toMatchObject({ what: 'service', name: 'Storage', by: 'Bo', conversationId: CHANNEL });
    expect(await e.alerts.unmute(OTHER, muted?.id ?? '')).toBe(false);
    expect(await e.alerts.unmute(THREAD, muted?.id ?? '')).toBe(true);
    await e.pass();
    expect(e.newCalls()).toEqual(['send #: trouble A-2: open error']);
  });

  it('without a watch the feed is polled until the last card is resolved, and nothing new is posted', async () => {
    const { ref } = await e.watch();
    await e.update('A-1');
    await e.alerts.unwatch(CHANNEL, ref);
    e.newCalls();
    e.putItem(incident('A-2'));
    await e.update('A-1', { open: false, hidden: true });
    expect(e.newCalls()).toEqual(['edit #;m1: A-1: over error']);
    const polls = e.feeds.polls.length;
    await e.pass(60_000);
    expect(e.feeds.polls).toHaveLength(polls);
  });

  it('a mute of another channel or source has no effect', async () => {
    await e.watch();
    for (const at of [
      { conversationId: OTHER, source: 'health' },
      { conversationId: CHANNEL, source: 'else' },
    ]) {
      await e.alerts.mute({ ...at, what: 'service', name: 'Storage', by: 'Bo' });
    }
    await e.update('A-1');
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
  });

  it('each test alert is posted like a real one, and nothing of it is stored', async () => {
    await e.alerts.test(THREAD, 'health', 'en');
    await e.alerts.test(THREAD, 'health', 'en');
    await e.pass(0);
    expect(e.newCalls()).toEqual(['send #: a test: open error', 'send #: a test: open error']);
    expect(await e.database.db.selectFrom('alerts').selectAll().execute()).toEqual([]);
  });

  it('why returns nothing for an unknown incident, and ignores the case of its id', async () => {
    await e.watch({ filter: { atLeast: 'critical' } });
    await e.update('Abc-1');
    expect(await e.alerts.why(CHANNEL, 'xyz')).toBeUndefined();
    expect(await e.alerts.why(OTHER, 'Abc-1')).toEqual([]);
    expect(await e.alerts.why(CHANNEL, ' aBC-1 ')).toMatchObject([
      { action: 'out', reason: 'filter', values: { rule: 'alerts.why.before', level: 'error' }, times: 1 },
    ]);
  });
});
