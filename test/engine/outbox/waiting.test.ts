import { SECOND } from '#platform/lib/clock.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
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
