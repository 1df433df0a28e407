import { claimDeliveries, type NewDelivery } from '#engine/outbox/repository.ts';
import { createSender } from '#engine/outbox/sender.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench, SUBJECT } from './outbox-bench.ts';

const at = (activityId: string) => ({ conversationId: `${CHANNEL};messageid=${activityId}`, activityId });
const LEASE_OVER = 61_000;
/** Beyond the moment for which a pressed copy is left alone. */
const HOLD_OVER = 5_000;

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let desks: Bench[] = [];
  beforeEach(() => {
    teams = createFakeConnector();
    desks = [];
  });
  afterEach(() => Promise.all(desks.map(({ outbox }) => outbox.stop())));

  const openDesk = async (connector = teams, clock = createManualClock()): Promise<Bench> => {
    const bench = await createBench(open, connector, clock);
    desks.push(bench);
    return bench;
  };
  const rows = (bench: Bench) =>
    bench.database.db.selectFrom('deliveries').selectAll().where('subject', '=', SUBJECT).execute();
  const allShown = (bench: Bench) =>
    until('all shown', async () =>
      (await rows(bench)).every(({ state, lease_owner }) => state === 'shown' && !lease_owner),
    );

  it('an unknown copy is adopted and redrawn without buttons', async () => {
    const bench = await openDesk();
    bench.outbox.start();
    await bench.deliver();
    await allShown(bench);
    await bench.outbox.holdPressedCard(SUBJECT, at('stray'), bench.version, 'en');
    bench.clock.advance(HOLD_OVER);
    await allShown(bench);
    expect(teams.standing.get('stray')).toBe('stray 1');
    await bench.raise();
    await until('both true', () => teams.standing.get('stray') === 'stray 2' && teams.standing.get('m1') === 'all 2');
  });

  it('a known copy is not adopted', async () => {
    const bench = await openDesk();
    bench.outbox.start();
    await bench.deliver();
    await allShown(bench);
    await bench.outbox.holdPressedCard(SUBJECT, at('m1'), bench.version, 'en');
    expect(await rows(bench)).toHaveLength(1);
  });

  it('the edit of a pressed copy waits until the press is answered', async () => {
    const bench = await openDesk();
    bench.outbox.start();
    await bench.deliver();
    await allShown(bench);
    await bench.outbox.holdPressedCard(SUBJECT, at('m1'), bench.version, 'en');
    await bench.raise();
    expect(Date.parse((await bench.row()).due_at)).toBeGreaterThan(bench.clock.now());
    bench.clock.advance(HOLD_OVER);
    await until('the edit', () => teams.standing.get('m1') === 'all 2');
  });

  it('a card that is adopted many times at once is one copy', async () => {
    const bench = await openDesk();
    await Promise.all(Array.from({ length: 10 }, () => bench.outbox.holdPressedCard(SUBJECT, at('stray'), 1, 'en')));
    expect(await rows(bench)).toHaveLength(1);
  });

  it('a press on a post whose answer is still missing makes no second copy', async () => {
    const bench = await openDesk();
    const { promise, resolve } = Promise.withResolvers<void>();
    teams.next('send', () => promise);
    bench.outbox.start();
    await bench.deliver();
    await until('the post', () => teams.calls.length === 1);
    await bench.outbox.holdPressedCard(SUBJECT, at('m1'), bench.version, 'en');
    await bench.raise();
    resolve();
    await allShown(bench);
    await until('the edit', () => teams.standing.get('m1') === 'all 2');
    expect(await rows(bench)).toHaveLength(1);
  });

  it('after a process died while sending the next one sends the copy', async () => {
    const clock = createManualClock();
    const dying = await openDesk(teams, clock);
    teams.next('send', () => new Promise(() => {}));
    dying.outbox.start();
    await dying.deliver();
    await until('the post', () => teams.calls.length === 1);
    desks = [];
    const next = await openDesk(teams, clock);
    next.outbox.start();
    clock.advance(LEASE_OVER);
    await allShown(next);
    expect(teams.calls.map(({ act }) => act)).toEqual(['send', 'send']);
  });

  it('a process that wakes after its lease does not overwrite the copy of the next one', async () => {
    const clock = createManualClock();
    const slow = await openDesk(teams, clock);
    const { promise, resolve } = Promise.withResolvers<void>();
    teams.next('send', () => promise);
    slow.outbox.start();
    await slow.deliver();
    await until('the post', () => teams.calls.length === 1);
    const next = await openDesk(teams, clock);
    next.outbox.start();
    clock.advance(LEASE_OVER);
    await allShown(next);
    const shown = await next.row();
    resolve();
    await slow.outbox.stop();
    expect(await next.row()).toEqual(shown);
  });

  it('two workers on one store send each copy once', async () => {
    const clock = createManualClock();
    const pair = [await openDesk(teams, clock), await openDesk(teams, clock)] as const;
    for (const { outbox } of pair) outbox.start();
    const places = Array.from({ length: 40 }, (_none, index) => `19:place${index}@thread.tacv2`);
    await Promise.all(places.map((conversation, index) => pair[index % 2 ? 0 : 1].deliver({ conversation })));
    await allShown(pair[0]);
    expect(teams.calls.map(({ at: place }) => place).sort()).toEqual([...places].sort());
  });
});

const ANA = 'aaaabbbb-cccc-4ddd-8eee-ffff00001111';
const HERE = '19:here@thread.tacv2';
const ROOT = 'thing:root';

describeStores((_kind, open) => {
  const stands = async (
    deliveries: readonly Pick<NewDelivery, 'subject' | 'to' | 'postedAs'>[],
    where: { readonly conversationId: string; readonly person?: string },
  ): Promise<boolean> => {
    const { outbox, database } = await createBench(open, createFakeConnector());
    for (const one of deliveries) {
      await outbox.deliver(database.db, { variant: 'all', language: 'en', version: 1, ...one });
    }
    return outbox.hasCopyIn(SUBJECT, where);
  };

  const thread = { conversationId: `${HERE};messageid=7` };
  const chat = { conversationId: 'a:chat', person: ANA };

  it.each([
    ['a copy that is on its way to the channel counts in its threads', { conversation: HERE }, thread, true],
    ['a copy in one thread counts in another one', { conversation: `${HERE};messageid=1` }, thread, true],
    ['a copy in another channel does not count', { conversation: '19:other@thread.tacv2' }, thread, false],
    ['a copy on its way to a person counts in their own chat', { person: ANA.toUpperCase() }, chat, true],
    ['a copy on its way to a person does not count in a channel', { person: ANA }, thread, false],
    ['a copy on its way to another person does not count', { person: 'somebody' }, chat, false],
  ])('%s', async (_what, to, where, expected) => {
    expect(await stands([{ subject: SUBJECT, to }], where)).toBe(expected);
  });

  it('a copy that is a pressed card counts', async () => {
    const postedAs = { conversationId: thread.conversationId, activityId: '7' };
    expect(await stands([{ subject: SUBJECT, to: { conversation: HERE }, postedAs }], thread)).toBe(true);
  });

  it('a copy on its way under another card counts in that card’s conversation only', async () => {
    const both = [
      { subject: ROOT, to: { conversation: HERE } },
      { subject: SUBJECT, to: { under: ROOT } },
    ];
    expect([await stands(both, thread), await stands(both, chat)]).toEqual([true, false]);
  });

  it('a copy of another subject does not count', async () => {
    expect(await stands([{ subject: ROOT, to: { conversation: HERE } }], thread)).toBe(false);
  });
});

describeStores((_kind, open) => {
  /** What becomes of one post while writing fails so often. */
  const postWhere = async (faults: number) => {
    const connector = createFakeConnector();
    const bench = await createBench(open, connector);
    await bench.deliver();
    await bench.outbox.stop();
    let left = faults;
    const sender = createSender({
      ...{ connector, clock: bench.clock, ids: randomIds, log: silentLog },
      database: {
        ...bench.database,
        write: async (work) => {
          left -= 1;
          if (left >= 0) throw new Error('the disk is full');
          return bench.database.write(work);
        },
      },
      isReplaced: () => false,
      viewerOf: async () => undefined,
      render: async () => ({ version: 1, card: {}, summary: 'said' }),
      onUndelivered: async () => {},
      onUnreachable: async () => {},
      onReached: async () => {},
    });
    const [row] = await claimDeliveries(bench.database.db, bench.clock.now(), 1, 'me');
    if (row) await sender(row);
    expect(connector.calls).toHaveLength(1);
    return bench.row();
  };

  it('the place of a post is recorded, also after a failure', async () => {
    expect(await postWhere(2)).toMatchObject({ state: 'shown', activity_id: 'm1', unclear: 0 });
  });

  it('a post that cannot be recorded is counted as unclear, and waits', async () => {
    const row = await postWhere(3);
    expect(row).toMatchObject({ state: 'ready', unclear: 1, last_error: 'Connector.unclear' });
    expect(Date.parse(row.due_at) - Date.parse(row.created_at)).toBeGreaterThanOrEqual(10_000);
  });
});
