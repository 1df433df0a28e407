import { arrivalIn } from '../../src/connector/conversations/conversation-store.ts';
import { ConnectorError, type ConnectorErrorKind } from '../../src/connector/errors.ts';
import { MINUTE } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { type AlertsEngine, CHANNEL, createAlertsEngine, incident } from './engine.ts';

const OTHER = '19:other@thread.tacv2';

const HEARD = '2026-03-02T09:00:00.000Z';
const known = (conversation_id: string) => ({
  ...{ conversation_id, kind: 'channel' as const, service_url: 'https://smba.example/', tenant_id: 't' },
  ...{ team_id: null, name: null, seen_at: HEARD },
});

describeStores((_kind, open) => {
  let e: AlertsEngine;
  beforeEach(async () => {
    e = await createAlertsEngine(open);
  });
  afterEach(() => Promise.all([e.jobs.stop(), e.outbox.stop()]));

  const comesBack = async (conversation: string) => {
    const arrival = await arrivalIn(e.database.db, conversation);
    await e.outbox.returned(arrival);
    await e.alerts.returned(arrival);
  };
  const reachability = async () => (await e.alerts.watches(CHANNEL)).map(({ unreachable }) => unreachable);
  const refuseOnce = (kind: ConnectorErrorKind, act: 'send' | 'edit' = 'send') =>
    e.connector.next(act, () => {
      throw new ConnectorError(kind);
    });
  /** An incident that the channel could not be told of. */
  const untold = async (kind: ConnectorErrorKind) => {
    await e.watch();
    refuseOnce(kind);
    e.tell(incident('A-1'));
    await e.pass();
    e.said();
  };

  it.each<ConnectorErrorKind>(['left', 'gone', 'blocked'])(
    'a channel that is closed (%s) is left alone',
    async (kind) => {
      await untold(kind);
      expect(await reachability()).toEqual([`Connector.${kind}`]);
      e.tell(incident('A-2'));
      e.connector.unknown.add(CHANNEL);
      await e.pass();
      expect(e.said()).toEqual([]);
      expect(await e.alerts.why(CHANNEL, 'A-2')).toMatchObject([{ action: 'out', reason: 'deaf' }]);
    },
  );

  it.each<ConnectorErrorKind>(['throttled', 'busy', 'unclear', 'refused', 'too-large'])(
    'one that is not (%s) does not make the channel unreachable',
    async (kind) => {
      await untold(kind);
      expect(await reachability()).toEqual([undefined]);
    },
  );

  it('other channels hear all the same', async () => {
    await untold('blocked');
    await e.watch({ conversationId: OTHER });
    await e.pass();
    e.said();
    expect(await e.alerts.watches(OTHER)).toMatchObject([{ unreachable: undefined }]);
    e.tell(incident('A-2'));
    await e.pass();
    expect(e.said()).toEqual([`send ${OTHER}: trouble A-2: open error`]);
  });

  it('a message that somebody deleted closes no channel', async () => {
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    refuseOnce('gone', 'edit');
    e.tell(incident('A-1', { title: 'worse' }));
    await e.pass();
    expect(await reachability()).toEqual([undefined]);
  });

  it('when the app comes back its watches go on, and what waited is said once', async () => {
    e.connector.unknown.add(CHANNEL);
    await e.watch();
    e.tell(incident('A-1'));
    await e.pass();
    e.tell(incident('A-2'));
    await e.pass();
    expect(await reachability()).toEqual(['Connector.left']);
    e.connector.unknown.clear();
    await comesBack(CHANNEL);
    await e.pass(5 * MINUTE);
    expect(await reachability()).toEqual([undefined]);
    expect(e.said().sort()).toEqual(['send #: trouble A-1: open error', 'send #: trouble A-2: open error']);
  });

  it.each<ConnectorErrorKind>(['left', 'gone', 'blocked'])(
    'a word from a channel that was closed (%s) opens it, whatever was said of its removal',
    async (kind) => {
      await e.database.db.insertInto('conversations').values(known(CHANNEL)).execute();
      await untold(kind);
      await comesBack(`${CHANNEL};messageid=1`);
      expect(await reachability()).toEqual([undefined]);
    },
  );

  it('a coming back opens no channel that was closed for another reason', async () => {
    await untold('blocked');
    await comesBack(OTHER);
    expect(await reachability()).toEqual(['Connector.blocked']);
  });

  it('nor one of another team', async () => {
    await untold('left');
    await comesBack(OTHER);
    expect(await reachability()).toEqual(['Connector.left']);
  });

  it('a coming back into a team opens its channels', async () => {
    await e.database.db
      .insertInto('conversations')
      .values({ ...known(CHANNEL), team_id: OTHER })
      .execute();
    await untold('left');
    await comesBack(OTHER);
    expect(await reachability()).toEqual([undefined]);
  });

  it.each<[string, ConnectorErrorKind, string]>([
    [CHANNEL, 'left', ''],
    [CHANNEL, 'gone', ''],
    [CHANNEL, 'blocked', HEARD],
    ['a:ana', 'blocked', ''],
  ])('of %s, closed as %s, the next word is an arrival or not: %j', async (conversationId, kind, seen_at) => {
    await e.database.db.insertInto('conversations').values(known(conversationId)).execute();
    await e.watch({ conversationId });
    refuseOnce(kind);
    e.tell(incident('A-1'));
    await e.pass();
    expect(await e.database.db.selectFrom('conversations').select('seen_at').execute()).toEqual([{ seen_at }]);
  });

  it('a watch that cannot go on keeps no other one back', async () => {
    await untold('left');
    const other = await e.watch({ feed: 'other' });
    const { db } = e.database;
    await db.updateTable('watches').set({ deaf: 'Connector.left' }).execute();
    await db.updateTable('watches').set({ source: 'nothing', filter_json: '7' }).where('id', '=', other.id).execute();
    e.alerts.onWatchChanged(async (_trx, watch) => {
      if (watch.id === other.id) throw new Error('cannot be drawn');
    });
    await expect(comesBack(CHANNEL)).rejects.toThrow('cannot be drawn');
    expect(await reachability()).toEqual([undefined, 'Connector.left']);
  });

  it('who resumes the watch of a closed channel is told what goes on, what could not be told too', async () => {
    await untold('blocked');
    const [watch] = await e.alerts.watches(CHANNEL);
    await e.alerts.pause(CHANNEL, watch?.ref ?? '', undefined);
    await e.pass();
    expect(await reachability()).toEqual([undefined]);
    expect(e.said()).toEqual(['send #: trouble A-1: open error']);
  });
});
