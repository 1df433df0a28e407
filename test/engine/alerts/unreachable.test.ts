import { MINUTE } from '#platform/lib/clock.ts';
import { arrivalIn } from '#teams/connector/conversations/conversation.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { CHANNEL, describeAlerts, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';

const LAST_SEEN = '2026-03-02T09:00:00.000Z';
const known = (conversation_id: string) => ({
  ...{ conversation_id, kind: 'channel' as const, service_url: 'https://smba.example/', tenant_id: 't' },
  ...{ team_id: null, seen_at: LAST_SEEN },
});

describeAlerts((e) => {
  const returns = async (conversation: string) => {
    const arrival = await arrivalIn(e.database.db, conversation);
    await e.outbox.returned(arrival);
    await e.alerts.returned(arrival);
  };
  const reachability = async () => (await e.alerts.watches(CHANNEL)).map(({ unreachable }) => unreachable);
  const refuseOnce = (kind: ConnectorErrorKind, act: 'send' | 'edit' = 'send') =>
    e.connector.next(act, () => {
      throw new ConnectorError(kind);
    });
  /** An incident whose card the channel refuses, by `refuse` once or always. */
  const refusedPost = async (kind: ConnectorErrorKind, refuse: (kind: ConnectorErrorKind) => void = refuseOnce) => {
    await e.watch();
    refuse(kind);
    await e.update('A-1');
    e.newCalls();
  };
  const refuseAlways = (kind: ConnectorErrorKind) => {
    e.connector.refusing.set(CHANNEL, kind);
  };

  it.each<ConnectorErrorKind>(['left', 'gone', 'blocked'])(
    'a channel that refuses posts (%s) gets no more posts, with a log entry',
    async (kind) => {
      await refusedPost(kind, refuseAlways);
      expect(await reachability()).toEqual([`Connector.${kind}`]);
      e.newCalls();
      await e.watch({ conversationId: OTHER });
      e.putItem(incident('A-2'));
      await e.pass();
      expect(e.newCalls().filter((call) => call.startsWith('send #: ') && call.includes('A-2'))).toEqual([]);
      expect(await e.alerts.why(CHANNEL, 'A-2')).toMatchObject([{ action: 'out', reason: 'deaf' }]);
    },
  );

  it.each<ConnectorErrorKind>(['throttled', 'busy', 'unclear', 'refused', 'too-large'])(
    'an error of another kind (%s) does not make the channel unreachable',
    async (kind) => {
      await refusedPost(kind);
      expect(await reachability()).toEqual([undefined]);
    },
  );

  it('other channels still get their notifications', async () => {
    await refusedPost('blocked');
    await e.watch({ conversationId: OTHER });
    await e.pass();
    e.newCalls();
    expect(await e.alerts.watches(OTHER)).toMatchObject([{ unreachable: undefined }]);
    await e.update('A-2');
    expect(e.newCalls()).toEqual([`send ${OTHER}: trouble A-2: open error`]);
  });

  it('a deleted message does not make the channel unreachable', async () => {
    await e.watch();
    await e.update('A-1');
    refuseOnce('gone', 'edit');
    await e.update('A-1', { title: 'worse' });
    expect(await reachability()).toEqual([undefined]);
  });

  it('when the app returns, the channel is reachable and each waiting card is posted once', async () => {
    e.connector.unknown.add(CHANNEL);
    await e.watch();
    await e.update('A-1');
    await e.update('A-2');
    expect(await reachability()).toEqual(['Connector.left']);
    e.connector.unknown.clear();
    await returns(CHANNEL);
    await e.pass(5 * MINUTE);
    expect(await reachability()).toEqual([undefined]);
    expect(e.newCalls().sort()).toEqual([
      expect.stringContaining('Steward is back'),
      'send #: trouble A-1: open error',
      'send #: trouble A-2: open error',
    ]);
  });

  it.each<ConnectorErrorKind>(['left', 'gone', 'blocked'])(
    'a message from an unreachable channel (%s) makes it reachable',
    async (kind) => {
      await e.database.db.insertInto('conversations').values(known(CHANNEL)).execute();
      await refusedPost(kind);
      await returns(`${CHANNEL};messageid=1`);
      expect(await reachability()).toEqual([undefined]);
    },
  );

  it('the return of the app to the team leaves a channel unreachable that was blocked', async () => {
    await refusedPost('blocked');
    await returns(OTHER);
    expect(await reachability()).toEqual(['Connector.blocked']);
  });

  it('the return of the app to another team leaves a channel unreachable', async () => {
    await refusedPost('left', refuseAlways);
    await returns(OTHER);
    expect(await reachability()).toEqual(['Connector.left']);
  });

  it('the return of the app to a team makes its channels reachable', async () => {
    await e.database.db
      .insertInto('conversations')
      .values({ ...known(CHANNEL), team_id: OTHER })
      .execute();
    await refusedPost('left');
    await returns(OTHER);
    expect(await reachability()).toEqual([undefined]);
  });

  it.each<[string, ConnectorErrorKind, string]>([
    [CHANNEL, 'left', ''],
    [CHANNEL, 'gone', ''],
    [CHANNEL, 'blocked', LAST_SEEN],
    ['a:ana', 'blocked', ''],
  ])(
    'the conversation %s, unreachable with %s, waits for an arrival or not: last seen %j',
    async (conversationId, kind, seen_at) => {
      await e.database.db.insertInto('conversations').values(known(conversationId)).execute();
      await e.watch({ conversationId });
      refuseOnce(kind);
      await e.update('A-1');
      expect(await e.database.db.selectFrom('conversations').select('seen_at').execute()).toEqual([{ seen_at }]);
    },
  );

  it.each<ConnectorErrorKind>(['left', 'gone', 'blocked'])(
    'a feed is not read while all who watch it cannot be told (%s), and is read again when one can',
    async (kind) => {
      await refusedPost(kind, refuseAlways);
      const polls = e.feeds.polls.length;
      await e.pass();
      await e.pass();
      expect(e.feeds.polls.length).toBeLessThanOrEqual(polls + 1);
    },
  );

  it('a watch that fails to resume does not keep the others from resuming', async () => {
    await refusedPost('left');
    const other = await e.watch({ feed: 'other' });
    const { db } = e.database;
    await db.updateTable('watches').set({ deaf: 'Connector.left' }).execute();
    await db.updateTable('watches').set({ source: 'nothing', filter_json: '7' }).where('id', '=', other.id).execute();
    e.alerts.onWatchChanged(async (_trx, watch) => {
      if (watch.id === other.id) throw new Error('cannot be drawn');
    });
    await expect(returns(CHANNEL)).rejects.toThrow('cannot be drawn');
    expect(await reachability()).toEqual([undefined, 'Connector.left']);
  });

  it('resuming the watch of an unreachable channel posts the incidents that could not be posted', async () => {
    await refusedPost('blocked');
    const [watch] = await e.alerts.watches(CHANNEL);
    await e.alerts.pause(CHANNEL, watch?.ref ?? '', undefined);
    await e.pass();
    expect(await reachability()).toEqual([undefined]);
    expect(e.newCalls()).toEqual(['send #: trouble A-1: open error']);
  });
});
