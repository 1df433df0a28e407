import { HOUR } from '#platform/lib/clock.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

/** What is open when a watch is set up. */
describeAlerts((e) => {
  const listed = async () => {
    const [watch] = await e.alerts.watches(CHANNEL);
    return watch && (await e.alerts.opening(watch))?.map(({ signal: { key, level, open } }) => [key, level, open]);
  };
  const logOf = async (key: string) =>
    (await e.alerts.why(CHANNEL, key))?.map(({ action, reason }) => `${action} ${reason}`).sort();
  const putSeveral = () => {
    e.putItem(incident('A-1', { level: 'warning' }));
    e.putItem(incident('A-2', { level: 'critical' }));
    e.putItem(incident('A-3', { level: 'informational' }));
    e.putItem(incident('A-4', { open: false }));
  };
  const ALL = [
    ['A-2', 'critical', true],
    ['A-1', 'warning', true],
    ['A-3', 'informational', true],
  ];

  it.each([
    ['that is polled for the first time', async () => putSeveral()],
    [
      'that another channel watches',
      async () => {
        await e.watch({ conversationId: '19:other@thread.tacv2', filter: { atLeast: 'critical' } });
        putSeveral();
        await e.pass();
        e.newCalls();
      },
    ],
    [
      'that was watched long ago',
      async () => {
        const { ref } = await e.watch();
        await e.pass();
        await e.alerts.unwatch(CHANNEL, ref);
        e.clock.advance(HOUR);
        putSeveral();
      },
    ],
  ])('is listed for a feed %s, and only what is critical or an error is posted', async (_what, begin) => {
    await begin();
    e.clock.advance(1_000);
    const { id } = await e.watch();
    await e.pass();
    expect(e.newCalls()).toEqual(['send #: trouble A-2: open critical']);
    expect(await listed()).toEqual(ALL);
    expect(await logOf('A-1')).toEqual(['listed opening']);
    expect(await logOf('A-2')).toEqual(['listed opening', 'posted fits']);
    expect((await e.alerts.watches(CHANNEL))[0]?.id).toBe(id);
  });

  it('is unknown before the first poll of its feed', async () => {
    const watch = await e.watch();
    expect(await e.alerts.opening({ ...watch, feed: 'never polled' })).toBeUndefined();
  });

  it('leaves out what the filter excludes or the channel mutes', async () => {
    await e.alerts.mute({ conversationId: CHANNEL, source: 'health', what: 'service', name: 'Mail', by: 'Bo' });
    e.putItem(incident('A-1', { level: 'informational' }));
    e.putItem(incident('A-2', { level: 'warning', services: ['Mail'] }));
    e.putItem(incident('A-3', { level: 'warning' }));
    await e.watch({ filter: { atLeast: 'warning' } });
    await e.pass();
    expect(await listed()).toEqual([['A-3', 'warning', true]]);
  });

  describe('and listed', () => {
    const changed: string[] = [];
    beforeEach(async () => {
      putSeveral();
      await e.watch();
      await e.pass();
      e.alerts.onWatchChanged(async (_trx, { ref }) => void changed.push(ref));
      changed.length = 0;
      e.newCalls();
    });

    it('changes on the watch’s card only, to its end', async () => {
      await e.update('A-1', { level: 'informational' });
      await e.update('A-1', { level: 'informational', open: false });
      await e.pass(HOUR);
      expect(e.newCalls()).toEqual([]);
      expect(changed).toHaveLength(2);
      expect(await listed()).toEqual([...ALL.slice(0, 1), ALL[2], ['A-1', 'informational', false]]);
    });

    it('gets a card when it becomes an error, and that card is then kept up to date', async () => {
      await e.update('A-1', { level: 'error' });
      await e.update('A-1', { level: 'warning' });
      expect(e.newCalls().sort()).toEqual([
        expect.stringMatching(/^edit #;m\d: trouble A-1: open warning$/),
        'send #: trouble A-1: open error',
        expect.stringMatching(/^send #;m\d: Now warning, was error/),
      ]);
    });

    it('is not posted by a resumed watch, nor by a second one, whose card lists it too', async () => {
      const [watch] = await e.alerts.watches(CHANNEL);
      await e.alerts.pause(CHANNEL, watch?.ref ?? '', Number.POSITIVE_INFINITY);
      await e.pass();
      await e.alerts.pause(CHANNEL, watch?.ref ?? '', undefined);
      const second = await e.watch({ filter: { atLeast: 'informational' } });
      await e.pass();
      expect(e.newCalls()).toEqual([]);
      expect((await e.alerts.opening(second))?.map(({ signal }) => signal.key)).toEqual(['A-2', 'A-1', 'A-3']);
    });
  });

  it('what begins after it was set up is posted, whatever its level', async () => {
    await e.watch();
    await e.pass();
    await e.update('A-1', { level: 'informational' });
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open informational']);
    expect(await listed()).toEqual([]);
  });

  it('a mute with an end posts what is still open when it ends', async () => {
    await e.watch();
    await e.pass();
    const mute = { conversationId: CHANNEL, source: 'health', what: 'service', name: 'Storage', by: 'Bo' } as const;
    const until = e.clock.now() + HOUR;
    expect(await e.alerts.mute({ ...mute, until })).toBe(true);
    expect(await e.alerts.mute({ ...mute, until })).toBe(false);
    await e.update('A-1');
    expect(await e.alerts.mutes(CHANNEL)).toEqual([expect.objectContaining({ until })]);
    expect(e.newCalls()).toEqual([]);
    await e.pass(HOUR);
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
    expect(await e.alerts.mutes(CHANNEL)).toEqual([]);
  });

  it('a mute gets another end, or none, when it is set up once more', async () => {
    const mute = { conversationId: CHANNEL, source: 'health', what: 'service', name: 'Storage', by: 'Bo' } as const;
    await e.alerts.mute({ ...mute, until: e.clock.now() + HOUR });
    expect(await e.alerts.mute({ ...mute, by: 'Cy' })).toBe(true);
    expect(await e.alerts.mutes(CHANNEL)).toEqual([expect.objectContaining({ by: 'Cy', until: undefined })]);
  });
});
