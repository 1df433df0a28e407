import { HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { type Bench, CHANNEL, createBench, SUBJECT } from './outbox-bench.ts';

describeStores((_kind, open) => {
  let teams: FakeConnector;
  let bench: Bench;
  beforeEach(async () => {
    teams = createFakeConnector();
    bench = await createBench(open, teams);
    bench.outbox.start();
  });
  afterEach(() => bench.outbox.stop());

  const refused = async (details: { readonly status?: number }) => {
    teams.next('send', () => {
      throw new ConnectorError('throttled', { retryAfterMs: 30 * SECOND, ...details });
    });
    await bench.deliver();
    await until('a refusal', async () => (await bench.row()).last_error === 'Connector.throttled');
    const { attempts, due_at } = await bench.row();
    return { attempts, waits: Date.parse(due_at) - bench.clock.now() };
  };

  it('a delivery refused by our own rate windows is not counted as a try', async () => {
    expect(await refused({})).toEqual({ attempts: 0, waits: 30 * SECOND });
  });

  it('a delivery refused by Teams is counted as a try', async () => {
    expect(await refused({ status: 429 })).toEqual({ attempts: 1, waits: 30 * SECOND });
  });

  it('a reply under a waiting message is sent after it, and is not counted as a try', async () => {
    await refused({});
    const { database, clock, outbox } = bench;
    const word = { subject: 'thing:word', variant: 'note', to: { under: SUBJECT }, language: 'en', version: 1 };
    await outbox.deliver(database.db, word);
    const find = () =>
      database.db.selectFrom('deliveries').selectAll().where('face', '=', 'note').executeTakeFirstOrThrow();
    await until('the word put off', async () => (await find()).last_error !== null);
    const { attempts, due_at, last_error } = await find();
    expect([attempts, Date.parse(due_at) - clock.now(), last_error]).toEqual([0, 30 * SECOND, 'Outbox.RootNotPosted']);
    clock.advance(33 * SECOND);
    await until('both posted', () => {
      clock.advance(SECOND);
      return teams.standing.size === 2;
    });
    expect(teams.calls.at(-1)?.at).toBe(`${CHANNEL};messageid=m2`);
  });
});

describeStores((_kind, open) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench(open, createFakeConnector());
  });
  afterEach(() => bench.outbox.stop());

  it('a card that was due when the clock was set back an hour is posted now', async () => {
    await bench.deliver();
    bench.clock.advance(-HOUR);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 1 });
  });

  it('an edit that was due when the clock was set back an hour is made now', async () => {
    bench.outbox.start();
    await bench.deliver();
    await bench.rests('shown');
    await bench.outbox.stop();
    await bench.raise();
    bench.clock.advance(-HOUR);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('an edit after a press that was stored with a clock ahead does not wait for that clock', async () => {
    bench.outbox.start();
    await bench.deliver();
    const { conversation_id, activity_id } = await bench.rests('shown');
    const at = { conversationId: conversation_id ?? '', activityId: activity_id ?? '' };
    await bench.outbox.holdPressedCard('thing:1', at, 1, 'en');
    bench.clock.advance(-HOUR);
    await bench.raise();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 2 });
  });

  it('a post that a process with a clock ahead left unfinished is made after one lease', async () => {
    await bench.deliver();
    const { db } = bench.database;
    const lease_until = new Date(bench.clock.now() + HOUR + MINUTE).toISOString();
    await db.updateTable('deliveries').set({ lease_owner: 'dead', lease_until }).execute();
    bench.outbox.start();
    await bench.outbox.stop();
    expect((await bench.row()).shown_version).toBe(0);
    bench.clock.advance(MINUTE);
    bench.outbox.start();
    expect(await bench.rests('shown')).toMatchObject({ shown_version: 1 });
  });
});

const LEASES_OVER_MS = 61_000;

describeStores((_kind, open) => {
  it('a process that paused until its claim ended sends nothing under it, and claims again', async () => {
    const connector = createFakeConnector();
    const clock = createManualClock();
    const bench = await createBench(open, connector, clock);
    const leasedUntil: string[] = [];
    // It stands still between the claim and the send, once.
    bench.outbox.define({
      kind: 'thing',
      render: async () => {
        leasedUntil.push((await bench.row()).lease_until ?? '');
        if (leasedUntil.length === 1) clock.advance(LEASES_OVER_MS);
        else if (leasedUntil.length === 2) expect(connector.calls).toEqual([]);
        return { version: 1, card: {}, summary: 'said' };
      },
    });
    await bench.deliver();
    bench.outbox.start();
    const waited = setInterval(() => clock.advance(1_000), 5);
    await bench.rests('shown');
    clearInterval(waited);
    await bench.outbox.stop();
    expect(connector.calls).toHaveLength(1);
    expect(leasedUntil).toHaveLength(2);
  });
});
