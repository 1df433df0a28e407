import { markUnreachable } from '#engine/outbox/setback.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench } from './outbox-bench.ts';

const SHUT_OUT = ['left', 'blocked', 'disabled', 'forbidden'] as const;
const TEAM = '19:team@thread.tacv2';

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let bench: Bench;
  /** What was told of conversations, in order. */
  let told: string[];
  beforeEach(async () => {
    teams = createFakeConnector();
    bench = await createBench(open, teams);
    told = [];
    bench.outbox.onReachChanged(async (_trx, target, code) => void told.push(`${target} ${code ?? 'reached'}`));
    bench.outbox.start();
  });
  afterEach(() => bench.outbox.stop());

  const refuse = (kind: ConnectorErrorKind, times = 1): void => {
    for (let n = 0; n < times; n += 1) {
      teams.next('send', () => {
        throw new ConnectorError(kind);
      });
    }
  };
  const called = (times: number) => until(`${times} calls`, () => teams.calls.length >= times);
  const rowsIn = (state: 'ready' | 'shown') => async () => {
    const rows = await bench.database.db.selectFrom('deliveries').select(['state', 'lease_owner']).execute();
    return rows.every((row) => row.state === state && row.lease_owner === null);
  };

  /** Something else was refused there before. */
  const shutOut = () =>
    bench.database.transaction((trx) => markUnreachable(trx, CHANNEL, 'Connector.forbidden', bench.clock.now()));

  /** It is not tried by itself. */
  const farOff = (face: string) =>
    bench.database.db
      .updateTable('deliveries')
      .set({ due_at: '2999-01-01T00:00:00.000Z' })
      .where('face', '=', face)
      .execute();

  it.each(SHUT_OUT)(
    'a conversation that refuses posts (%s) is told of once, however many wait for it',
    async (kind) => {
      refuse(kind, 2);
      await bench.deliver({ conversation: CHANNEL }, 'one');
      await bench.deliver({ conversation: CHANNEL }, 'two');
      await called(2);
      await until('both wait', rowsIn('ready'));
      expect(told).toEqual([`${CHANNEL} Connector.${kind}`]);
      expect(bench.dead).toEqual([`Connector.${kind}`, `Connector.${kind}`]);
    },
  );

  it.each(['blocked', 'disabled', 'forbidden'] as const)(
    'after %s the next tries come after a minute, then later and later, at last every hour',
    async (kind) => {
      refuse(kind, 9);
      await bench.deliver();
      const waits: number[] = [];
      for (let tries = 1; tries <= 9; tries += 1) {
        await called(tries);
        const { due_at } = await bench.rests('ready');
        waits.push((Date.parse(due_at) - bench.clock.now()) / MINUTE);
        bench.clock.advance(Date.parse(due_at) - bench.clock.now());
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    },
  );

  it('once one try succeeds, everything else that waits there is posted at once, and the return is reported', async () => {
    const reached: string[] = [];
    bench.outbox.onReached(async ({ conversationId }) => void reached.push(conversationId));
    refuse('forbidden', 2);
    await bench.deliver({ conversation: CHANNEL }, 'one');
    await bench.deliver({ conversation: CHANNEL }, 'two');
    await until('both wait', async () => teams.calls.length === 2 && (await rowsIn('ready')()));
    await farOff('two');
    bench.clock.advance(HOUR);
    await until('both posted', rowsIn('shown'));
    expect(told).toEqual([`${CHANNEL} Connector.forbidden`, `${CHANNEL} reached`]);
    expect(reached).toContain(CHANNEL);
  });

  it('the app’s return to the team unblocks no channel of it, and an activity of the channel does', async () => {
    refuse('blocked');
    await bench.deliver();
    await called(1);
    await bench.rests('ready');
    await bench.outbox.returned({ conversationId: TEAM, conversationIds: [TEAM, CHANNEL], objectIds: [] });
    expect(told).toEqual([`${CHANNEL} Connector.blocked`]);
    await bench.outbox.returned({ conversationId: CHANNEL, conversationIds: [CHANNEL, TEAM], objectIds: [] });
    await bench.rests('shown');
    expect(told).toEqual([`${CHANNEL} Connector.blocked`, `${CHANNEL} reached`]);
  });

  it('a person whose chat cannot be opened is told of once, and has their messages when the chat is there', async () => {
    teams.next('open', () => {
      throw new ConnectorError('left');
    });
    await bench.deliver({ person: 'ana' });
    await called(1);
    await bench.rests('ready');
    expect(told).toEqual(['ana Connector.left']);
    await bench.outbox.returned({ conversationId: 'a:ana', conversationIds: ['a:ana'], objectIds: ['ana'] });
    await bench.rests('shown');
  });

  it('a person whose chat can be opened later is told of, and has everything that waits', async () => {
    for (let n = 0; n < 2; n += 1) {
      teams.next('open', () => {
        throw new ConnectorError('forbidden');
      });
    }
    await bench.deliver({ person: 'ana' }, 'one');
    await bench.deliver({ person: 'ana' }, 'two');
    await called(2);
    await until('both wait', rowsIn('ready'));
    await farOff('two');
    bench.clock.advance(HOUR);
    await until('both posted', rowsIn('shown'));
    expect(told).toEqual(['ana Connector.forbidden', 'ana reached']);
  });

  it('an edit that arrives says nothing of new posts there', async () => {
    await bench.deliver();
    await bench.rests('shown');
    await shutOut();
    await bench.raise();
    await called(2);
    await bench.rests('shown');
    expect(told).toEqual([]);
  });

  it('a new message that arrives where posts were refused is told of too', async () => {
    await shutOut();
    await bench.deliver();
    await bench.rests('shown');
    await until('the news', () => told.length > 0);
    expect(told).toEqual([`${CHANNEL} reached`]);
  });
});
