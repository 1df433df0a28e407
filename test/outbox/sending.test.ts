import { ConnectorError, type ConnectorErrorKind } from '../../src/connector/errors.ts';
import { MINUTE, SECOND } from '../../src/lib/clock.ts';
import { describeStores } from '../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../support/fake-connector.ts';
import { until } from '../support/until.ts';
import { CHANNEL, createDesk, type Desk, SUBJECT } from './desk.ts';

const failing = (kind: ConnectorErrorKind) => (): never => {
  throw new ConnectorError(kind);
};

const into = (conversationId: string, others: readonly string[] = [], objectIds: readonly string[] = []) => ({
  conversationId,
  conversationIds: [conversationId, ...others],
  objectIds,
});

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let desk: Desk;
  beforeEach(async () => {
    teams = createFakeConnector();
    desk = await createDesk(open, teams);
    desk.outbox.start();
  });
  afterEach(() => desk.outbox.stop());

  const acts = () => teams.calls.map(({ act, said }) => `${act} ${said}`);
  /** The next call of this kind waits until the test lets it go on. */
  const hold = (act: 'send' | 'edit') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    teams.next(act, () => promise);
    return resolve;
  };
  const called = (times: number) => until(`${times} calls`, () => teams.calls.length >= times);
  /** Moves on until it happens: pauses are over then, however long they were. */
  const afterAWhile = (times: number) =>
    until(`${times} calls`, () => {
      desk.clock.advance(SECOND);
      return teams.calls.length >= times;
    });

  it('a copy is posted once, and its place is stored', async () => {
    await desk.deliver();
    const row = await desk.rests('shown');
    expect(acts()).toEqual(['send all 1']);
    expect([row.conversation_id, row.activity_id]).toEqual([`${CHANNEL};messageid=m1`, 'm1']);
  });

  it('a newer version edits the posted copy', async () => {
    await desk.deliver();
    await desk.rests('shown');
    await desk.raise();
    await called(2);
    expect((await desk.rests('shown')).shown_version).toBe(2);
    expect(teams.calls[1]).toMatchObject({ act: 'edit', activityId: 'm1', said: 'all 2' });
  });

  it('a second delivery of the same copy edits it and posts nothing', async () => {
    await desk.deliver();
    await desk.rests('shown');
    desk.version = 2;
    await desk.deliver();
    await called(2);
    await desk.rests('shown');
    expect(acts()).toEqual(['send all 1', 'edit all 2']);
  });

  it('waiting edits are merged into the newest', async () => {
    const go = hold('send');
    await desk.deliver();
    await called(1);
    await desk.raise();
    await desk.raise();
    await desk.raise();
    go();
    await called(2);
    await desk.rests('shown');
    expect(acts()).toEqual(['send all 1', 'edit all 4']);
  });

  it('a change during a send is not lost', async () => {
    const go = hold('edit');
    await desk.deliver();
    await desk.rests('shown');
    await desk.raise();
    await called(2);
    await desk.raise();
    go();
    await called(3);
    expect((await desk.rests('shown')).shown_version).toBe(3);
    expect(teams.standing.get('m1')).toBe('all 3');
  });

  it('a lower version than the posted one changes nothing', async () => {
    desk.version = 5;
    await desk.deliver();
    await desk.rests('shown');
    await desk.outbox.touch(desk.database.db, SUBJECT, 3);
    const row = await desk.row();
    expect([row.state, row.wanted_version, row.shown_version]).toEqual(['shown', 5, 5]);
  });

  it('a late lower version does not replace a higher one', async () => {
    const go = hold('send');
    await desk.deliver();
    await called(1);
    await desk.outbox.touch(desk.database.db, SUBJECT, 4);
    await desk.outbox.touch(desk.database.db, SUBJECT, 3);
    expect((await desk.row()).wanted_version).toBe(4);
    desk.version = 4;
    go();
    await desk.rests('shown');
  });

  it('a post whose answer was lost is repeated later, and counted', async () => {
    teams.next('send', failing('unclear'));
    await desk.deliver();
    await called(1);
    const waiting = await desk.rests('ready');
    expect(Date.parse(waiting.due_at) - desk.clock.now()).toBeGreaterThanOrEqual(10 * SECOND);
    await afterAWhile(2);
    expect((await desk.rests('shown')).unclear).toBe(1);
  });

  it('an edit whose answer was lost is repeated and makes no extra copy', async () => {
    await desk.deliver();
    await desk.rests('shown');
    teams.next('edit', failing('unclear'));
    await desk.raise();
    await called(2);
    await afterAWhile(3);
    expect((await desk.rests('shown')).unclear).toBe(0);
    expect(acts()).toEqual(['send all 1', 'edit all 2', 'edit all 2']);
  });

  it('after a refused edit the new state is posted as a new message', async () => {
    await desk.deliver();
    await desk.rests('shown');
    teams.next('edit', failing('edit-refused'));
    await desk.raise();
    await called(3);
    expect((await desk.rests('shown')).activity_id).toBe('m3');
    expect(acts()).toEqual(['send all 1', 'edit all 2', 'send all 2']);
  });

  it.each(['gone', 'blocked', 'too-large'] as const)(
    '%s ends the copy, and the operators are told once',
    async (kind) => {
      teams.next('send', failing(kind));
      await desk.deliver();
      await desk.rests('dead');
      await desk.raise();
      expect(desk.dead).toEqual([`Connector.${kind}`]);
      expect((await desk.row()).state).toBe('dead');
    },
  );

  it('a delivery to a conversation without the app waits for its return, and the operators are told once', async () => {
    teams.next('send', failing('left'));
    teams.next('send', failing('left'));
    await desk.deliver();
    await called(1);
    await afterAWhile(2);
    await desk.rests('ready');
    expect(desk.dead).toEqual(['Connector.left']);
    await desk.outbox.returned(into('19:other@thread.tacv2'));
    expect((await desk.rests('ready')).attempts).toBeGreaterThan(0);
    await desk.outbox.returned(into(CHANNEL));
    await desk.rests('shown');
    expect(acts()).toEqual(['send all 1', 'send all 1', 'send all 1']);
  });

  it('a return makes no other delivery due, and resets the count of tries', async () => {
    teams.unknown.add(CHANNEL);
    await desk.deliver();
    await until('it was told', () => desk.dead.length > 0);
    const { attempts, due_at } = await desk.rests('ready');
    await desk.outbox.stop();
    await desk.outbox.returned(into('19:other@thread.tacv2'));
    expect(await desk.row()).toMatchObject({ attempts, due_at });
    await desk.outbox.returned(into(`19:team@thread.tacv2`, [CHANNEL]));
    expect((await desk.row()).attempts).toBe(0);
  });

  it('deliveries to the personal chat and under a waiting message are sent with it', async () => {
    await desk.outbox.stop();
    await desk.deliver({ person: 'ANA' });
    const { db } = desk.database;
    const left = { last_error: 'Connector.left', due_at: '2999-01-01T00:00:00.000Z', attempts: 3 };
    await desk.outbox.deliver(db, {
      ...{ subject: 'thing:2', face: 'note', language: 'en', version: 1 },
      to: { under: SUBJECT },
    });
    await db.updateTable('deliveries').set(left).execute();
    await desk.outbox.returned(into('a:ana', [], ['ana']));
    const rows = await db.selectFrom('deliveries').select(['target_kind', 'attempts']).execute();
    expect(rows.map(({ target_kind, attempts }) => `${target_kind} ${attempts}`).sort()).toEqual([
      'person 0',
      'under 0',
    ]);
  });

  it('a delivery to a conversation without the bot waits too', async () => {
    teams.unknown.add(CHANNEL);
    await desk.deliver();
    await until('it was told', () => desk.dead.length > 0);
    expect([desk.dead, teams.calls, (await desk.rests('ready')).state]).toEqual([['Connector.left'], [], 'ready']);
  });

  it('a copy is not ended when its report fails: both or none', async () => {
    desk.outbox.onUndelivered(() => Promise.reject(new Error('nobody to tell')));
    // As often as the clock may be moved before anybody looks.
    for (let n = 0; n < 100; n += 1) teams.next('send', failing('gone'));
    await desk.deliver();
    await called(1);
    await until('the next try', () => {
      desk.clock.advance(MINUTE);
      return teams.calls.length >= 2;
    });
    expect((await desk.row()).state).toBe('ready');
  });

  it.each(['throttled', 'busy', 'not-sent', 'unauthorized', 'refused'] as const)('%s is retried', async (kind) => {
    teams.next('send', failing(kind));
    await desk.deliver();
    await called(1);
    await afterAWhile(2);
    await desk.rests('shown');
    expect(desk.dead).toEqual([]);
  });

  it('the pause that Teams asks for is kept', async () => {
    teams.next('send', () => {
      throw new ConnectorError('throttled', { retryAfterMs: 5 * MINUTE });
    });
    await desk.deliver();
    await called(1);
    const row = await desk.rests('ready');
    expect(Date.parse(row.due_at)).toBe(desk.clock.now() + 5 * MINUTE);
  });

  it('a delivery to a person opens their chat and stays there', async () => {
    await desk.deliver({ person: 'ANA' });
    await desk.rests('shown');
    await desk.raise();
    await called(3);
    await desk.rests('shown');
    expect(teams.calls.map(({ act, at }) => `${act} ${at}`)).toEqual(['open ana', 'send a:ana', 'edit a:ana']);
  });

  it('a subject with nothing to show ends without a report', async () => {
    desk.version = 0;
    await desk.outbox.deliver(desk.database.db, {
      ...{ subject: SUBJECT, face: 'all', language: 'en', version: 1 },
      to: { conversation: CHANNEL },
    });
    await desk.rests('dead');
    expect([desk.dead, teams.calls]).toEqual([[], []]);
  });

  it('a copy is sent after the commit of its transaction, long before the next poll', async () => {
    const patient = await createDesk(open, teams, desk.clock, MINUTE);
    await desk.outbox.stop();
    patient.outbox.start();
    await patient.database.transaction(async (trx) => {
      const to = { conversation: CHANNEL };
      await patient.outbox.deliver(trx, { subject: SUBJECT, face: 'all', to, language: 'en', version: 1 });
    });
    await patient.rests('shown');
    await patient.outbox.stop();
    expect(acts()).toEqual(['send all 1']);
  });

  it('a notice is in the language of its conversation and sent once', async () => {
    await desk.outbox.notify(desk.database.db, { conversation: CHANNEL }, 'en', 'bot.answer.done', {});
    await desk.rests('shown');
    expect(teams.calls).toHaveLength(1);
  });
});
