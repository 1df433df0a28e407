import { MINUTE, SECOND } from '#platform/lib/clock.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench, SUBJECT } from './outbox-bench.ts';

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
  let bench: Bench;
  beforeEach(async () => {
    teams = createFakeConnector();
    bench = await createBench(open, teams);
    bench.outbox.start();
  });
  afterEach(() => bench.outbox.stop());

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
      bench.clock.advance(SECOND);
      return teams.calls.length >= times;
    });

  it('a copy is posted once, and its place is stored', async () => {
    await bench.deliver();
    const row = await bench.rests('shown');
    expect(acts()).toEqual(['send all 1']);
    expect([row.conversation_id, row.activity_id]).toEqual([`${CHANNEL};messageid=m1`, 'm1']);
  });

  it('a newer version edits the posted copy', async () => {
    await bench.deliver();
    await bench.rests('shown');
    await bench.raise();
    await called(2);
    expect((await bench.rests('shown')).shown_version).toBe(2);
    expect(teams.calls[1]).toMatchObject({ act: 'edit', activityId: 'm1', said: 'all 2' });
  });

  it('a second delivery of the same copy edits it and posts nothing', async () => {
    await bench.deliver();
    await bench.rests('shown');
    bench.version = 2;
    await bench.deliver();
    await called(2);
    await bench.rests('shown');
    expect(acts()).toEqual(['send all 1', 'edit all 2']);
  });

  it('waiting edits are merged into the newest', async () => {
    const go = hold('send');
    await bench.deliver();
    await called(1);
    await bench.raise();
    await bench.raise();
    await bench.raise();
    go();
    await called(2);
    await bench.rests('shown');
    expect(acts()).toEqual(['send all 1', 'edit all 4']);
  });

  it('a change during a send is not lost', async () => {
    const go = hold('edit');
    await bench.deliver();
    await bench.rests('shown');
    await bench.raise();
    await called(2);
    await bench.raise();
    go();
    await called(3);
    expect((await bench.rests('shown')).shown_version).toBe(3);
    expect(teams.standing.get('m1')).toBe('all 3');
  });

  it('a lower version than the posted one changes nothing', async () => {
    bench.version = 5;
    await bench.deliver();
    await bench.rests('shown');
    await bench.outbox.touch(bench.database.db, SUBJECT, 3);
    const row = await bench.row();
    expect([row.state, row.wanted_version, row.shown_version]).toEqual(['shown', 5, 5]);
  });

  it('a late lower version does not replace a higher one', async () => {
    const go = hold('send');
    await bench.deliver();
    await called(1);
    await bench.outbox.touch(bench.database.db, SUBJECT, 4);
    await bench.outbox.touch(bench.database.db, SUBJECT, 3);
    expect((await bench.row()).wanted_version).toBe(4);
    bench.version = 4;
    go();
    await bench.rests('shown');
  });

  it('a post whose answer was lost is repeated later, and counted', async () => {
    teams.next('send', failing('unclear'));
    await bench.deliver();
    await called(1);
    const waiting = await bench.rests('ready');
    expect(Date.parse(waiting.due_at) - bench.clock.now()).toBeGreaterThanOrEqual(10 * SECOND);
    await afterAWhile(2);
    expect((await bench.rests('shown')).unclear).toBe(1);
  });

  it('an edit whose answer was lost is repeated and makes no extra copy', async () => {
    await bench.deliver();
    await bench.rests('shown');
    teams.next('edit', failing('unclear'));
    await bench.raise();
    await called(2);
    await afterAWhile(3);
    expect((await bench.rests('shown')).unclear).toBe(0);
    expect(acts()).toEqual(['send all 1', 'edit all 2', 'edit all 2']);
  });

  it.each(['gone', 'too-large'] as const)('%s ends the copy, and the operators are told once', async (kind) => {
    teams.next('send', failing(kind));
    await bench.deliver();
    await bench.rests('dead');
    await bench.raise();
    expect(bench.dead).toEqual([`Connector.${kind}`]);
    expect((await bench.row()).state).toBe('dead');
  });

  it('a delivery to a conversation without the app waits for its return, and the operators are told once', async () => {
    teams.next('send', failing('left'));
    teams.next('send', failing('left'));
    await bench.deliver();
    await called(1);
    await afterAWhile(2);
    await bench.rests('ready');
    expect(bench.dead).toEqual(['Connector.left']);
    await bench.outbox.returned(into('19:other@thread.tacv2'));
    expect((await bench.rests('ready')).attempts).toBeGreaterThan(0);
    await bench.outbox.returned(into(CHANNEL));
    await bench.rests('shown');
    expect(acts()).toEqual(['send all 1', 'send all 1', 'send all 1']);
  });

  it('a return makes no other delivery due, and resets the count of tries', async () => {
    teams.unknown.add(CHANNEL);
    await bench.deliver();
    await until('it was told', () => bench.dead.length > 0);
    const { attempts, due_at } = await bench.rests('ready');
    await bench.outbox.stop();
    await bench.outbox.returned(into('19:other@thread.tacv2'));
    expect(await bench.row()).toMatchObject({ attempts, due_at });
    await bench.outbox.returned(into(`19:team@thread.tacv2`, [CHANNEL]));
    expect((await bench.row()).attempts).toBe(0);
  });

  it('deliveries to the personal chat and under a waiting message are sent with it', async () => {
    await bench.outbox.stop();
    await bench.deliver({ person: 'ANA' });
    const { db } = bench.database;
    const left = { last_error: 'Connector.left', due_at: '2999-01-01T00:00:00.000Z', attempts: 3 };
    await bench.outbox.deliver(db, {
      ...{ subject: 'thing:2', variant: 'note', language: 'en', version: 1 },
      to: { under: SUBJECT },
    });
    await db.updateTable('deliveries').set(left).execute();
    await bench.outbox.returned(into('a:ana', [], ['ana']));
    const rows = await db.selectFrom('deliveries').select(['target_kind', 'attempts']).execute();
    expect(rows.map(({ target_kind, attempts }) => `${target_kind} ${attempts}`).sort()).toEqual([
      'person 0',
      'under 0',
    ]);
  });

  it('a delivery to a conversation without the bot waits too', async () => {
    teams.unknown.add(CHANNEL);
    await bench.deliver();
    await until('it was told', () => bench.dead.length > 0);
    expect([bench.dead, teams.calls, (await bench.rests('ready')).state]).toEqual([['Connector.left'], [], 'ready']);
  });

  it('a copy is not ended when its report fails: both or none', async () => {
    bench.outbox.onUndelivered(() => Promise.reject(new Error('nobody to tell')));
    // As often as the clock may be moved before anybody looks.
    for (let n = 0; n < 100; n += 1) teams.next('send', failing('gone'));
    await bench.deliver();
    await called(1);
    await until('the next try', () => {
      bench.clock.advance(MINUTE);
      return teams.calls.length >= 2;
    });
    expect((await bench.row()).state).toBe('ready');
  });

  it.each(['throttled', 'busy', 'not-sent', 'unauthorized', 'refused'] as const)('%s is retried', async (kind) => {
    teams.next('send', failing(kind));
    await bench.deliver();
    await called(1);
    await afterAWhile(2);
    await bench.rests('shown');
    expect(bench.dead).toEqual([]);
  });

  it('the pause that Teams asks for is kept', async () => {
    teams.next('send', () => {
      throw new ConnectorError('throttled', { retryAfterMs: 5 * MINUTE });
    });
    await bench.deliver();
    await called(1);
    const row = await bench.rests('ready');
    expect(Date.parse(row.due_at)).toBe(bench.clock.now() + 5 * MINUTE);
  });

  it('a delivery to a person opens their chat and stays there', async () => {
    await bench.deliver({ person: 'ANA' });
    await bench.rests('shown');
    await bench.raise();
    await called(3);
    await bench.rests('shown');
    expect(teams.calls.map(({ act, at }) => `${act} ${at}`)).toEqual(['open ana', 'send a:ana', 'edit a:ana']);
  });

  it('a subject with nothing to show ends without a report', async () => {
    bench.version = 0;
    await bench.outbox.deliver(bench.database.db, {
      ...{ subject: SUBJECT, variant: 'all', language: 'en', version: 1 },
      to: { conversation: CHANNEL },
    });
    await bench.rests('dead');
    expect([bench.dead, teams.calls]).toEqual([[], []]);
  });

  it('a copy is sent after the commit of its transaction, long before the next poll', async () => {
    const patient = await createBench(open, teams, bench.clock, MINUTE);
    await bench.outbox.stop();
    patient.outbox.start();
    await patient.database.transaction(async (trx) => {
      const to = { conversation: CHANNEL };
      await patient.outbox.deliver(trx, { subject: SUBJECT, variant: 'all', to, language: 'en', version: 1 });
    });
    await patient.rests('shown');
    await patient.outbox.stop();
    expect(acts()).toEqual(['send all 1']);
  });

  it('a notice is in the language of its conversation and sent once', async () => {
    await bench.outbox.notify(bench.database.db, { conversation: CHANNEL }, 'en', 'bot.answer.done', {});
    await bench.rests('shown');
    expect(teams.calls).toHaveLength(1);
  });
});
