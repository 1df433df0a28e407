import { VendorError } from '#cloud/errors/errors.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine, oneApproval } from './engine.ts';

/** An operation whose retry class is “at most once”. */
const ONCE = 'acceptSubscriptionOwnership';

const failing =
  (arrived: 'no' | 'maybe', status = 0) =>
  (): never => {
    throw new VendorError({ code: 'Vendor.X', text: 'vendor.error.lost', arrived, status, retryable: true });
  };
/** Longer than any lease of the dead process. */
const LEASES_OVER = 2 * MINUTE;
const lost = failing('maybe');
const unreachable = failing('no');
const never = () => new Promise<never>(() => {});

/** A store with so many more commits; then its process dies, before the next commit or right after it. */
const dying = (open: OpenStore, commits: number, edge: 'before' | 'after') => {
  let left = commits;
  const store: OpenStore = async <T>(migrations: Migrations) => {
    const database = await open<T>(migrations);
    const transaction: Database<T>['transaction'] = async (work) => {
      left -= 1;
      if (left >= 0) return database.transaction(work);
      if (edge === 'after') await database.transaction(work);
      return never();
    };
    return { ...database, transaction };
  };
  return { store, isGone: () => left < 0 };
};

describeStores((_kind, open) => {
  const running: Engine[] = [];
  afterEach(() => Promise.all(running.splice(0).map(({ jobs }) => jobs.stop())));

  const started = async (store: OpenStore): Promise<Engine> => {
    const engine = await createEngine(store, oneApproval, ONCE);
    engine.jobs.start();
    running.push(engine);
    return engine;
  };
  const approved = async (engine: Engine): Promise<string> => {
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    return id;
  };
  const reaches = (engine: Engine, id: string, ...states: string[]): Promise<void> =>
    until(states.join(' or '), async () => states.includes(await engine.stateOf(id)));
  const afterAWhile = (engine: Engine, what: string, so: () => Promise<boolean>): Promise<void> =>
    untilLater(engine, MINUTE / 4, what, so);

  it.each([
    ['a lost answer', lost],
    ['an answer of the vendor’s that says nothing (500)', failing('maybe', 500)],
    ['an answer that a gateway may have given (503)', failing('no', 503)],
  ])(
    'after %s the call is not repeated; when reading does not show its effect, a person is asked within minutes',
    async (_w, answer) => {
      const engine = await started(open);
      engine.vendor.answers.push(answer);
      const id = await approved(engine);
      const askedAt = engine.clock.now();
      await afterAWhile(engine, 'the operators to be told', async () => (await engine.stateOf(id)) === 'unconfirmed');
      expect(engine.clock.now() - askedAt).toBeLessThan(HOUR / 2);
      expect(engine.vendor.calls).toHaveLength(1);
      expect(await engine.history(id)).toEqual(['asked', 'approved', 'sending', 'not sent again', 'unconfirmed']);
    },
  );

  it('after a lost answer reading may show that the change is done', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost);
    engine.vendor.settled = { is: 'done' };
    const id = await approved(engine);
    await afterAWhile(engine, 'the end', async () => (await engine.stateOf(id)) === 'done');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a call that provably never left is repeated', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(unreachable, unreachable);
    const id = await approved(engine);
    await afterAWhile(engine, 'the end', async () => (await engine.stateOf(id)) === 'done');
    expect(engine.vendor.calls).toHaveLength(3);
    expect(new Set(engine.vendor.calls).size).toBe(1);
  });

  it('a limit (429) is an answer: the change has failed, and may be requested again', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(failing('no', 429));
    const id = await approved(engine);
    await reaches(engine, id, 'failed');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  const deaths = (['before', 'after'] as const).flatMap((edge) => [0, 1, 2].map((commits) => ({ edge, commits })));

  it.each(deaths)(
    'a process that dies $edge commit $commits sends the call once at most, and people are told the end',
    async (death) => {
      const id = await approved(await createEngine(open, oneApproval, ONCE));
      const { store, isGone } = dying(open, death.commits, death.edge);
      const doomed = await started(store);
      const ended = async () => (await doomed.changes.find(id))?.endedAt !== undefined;
      await until('the doomed process to be gone or through', async () => isGone() || (await ended()));
      running.splice(0);
      const next = await started(open);
      next.clock.advance(LEASES_OVER);
      const end = async () => next.stateOf(id);
      await afterAWhile(next, 'the end', async () => ['done', 'unconfirmed'].includes(await end()));
      const calls = doomed.vendor.calls.length + next.vendor.calls.length;
      expect(calls).toBeLessThanOrEqual(1);
      expect([calls, await end()]).not.toEqual([0, 'done']);
    },
  );
});
