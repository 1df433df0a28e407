import { VendorError } from '#cloud/errors/errors.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine } from './engine.ts';

const lost = (): never => {
  throw new VendorError({ code: 'Http.Lost', text: 'http.error.lost', arrived: 'maybe', retryable: true });
};
const unreachable = (): never => {
  throw new VendorError({ code: 'Http.NotSent', text: 'http.error.notSent', arrived: 'no', retryable: true });
};
const refused = (): never => {
  const about = { code: 'Vendor.Refused', vendorCode: 'RuleFailed', status: 400 };
  throw new VendorError({ ...about, text: 'vendor.error.unknown', arrived: 'yes' });
};
const never = () => new Promise<never>(() => {});
/** Longer than any pause between attempts, and any lease. */
const A_WHILE = 2 * MINUTE;

describeStores((_kind, open) => {
  const running: Engine[] = [];
  afterEach(() => Promise.all(running.splice(0).map(({ jobs }) => jobs.stop())));

  const started = async (store: OpenStore): Promise<Engine> => {
    const engine = await createEngine(store);
    engine.jobs.start();
    running.push(engine);
    return engine;
  };
  const approved = async (engine: Engine): Promise<string> => {
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    return id;
  };
  const reaches = (engine: Engine, id: string, state: string): Promise<void> =>
    until(state, async () => (await engine.stateOf(id)) === state);
  const called = (engine: Engine, times: number): Promise<void> =>
    until(`${times} calls`, () => engine.vendor.calls.length >= times);

  it('the bytes stored at the approval are sent once', async () => {
    const engine = await started(open);
    const id = await approved(engine);
    const frozen = (await engine.changes.find(id))?.frozen;
    await reaches(engine, id, 'done');
    expect(engine.vendor.calls).toEqual([JSON.stringify(frozen)]);
    expect(await engine.history(id)).toEqual(['asked', 'approved', 'sending', 'done']);
  });

  it('after a lost answer the same bytes are sent again', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost);
    const id = await approved(engine);
    await called(engine, 1);
    await untilLater(engine, A_WHILE / 20, 'the second call', () => engine.vendor.calls.length === 2);
    await reaches(engine, id, 'done');
    expect(new Set(engine.vendor.calls).size).toBe(1);
  });

  it('after a process died during the call the next one repeats it with the same bytes', async () => {
    const dying = await started(open);
    dying.vendor.answers.push(never);
    const id = await approved(dying);
    await called(dying, 1);
    running.splice(0);
    const next = await started(open);
    next.clock.advance(A_WHILE);
    await reaches(next, id, 'done');
    expect(next.vendor.calls).toEqual(dying.vendor.calls);
  });

  it('a change that the vendor refuses has failed, and is not repeated', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(refused);
    const id = await approved(engine);
    await reaches(engine, id, 'failed');
    expect((await engine.changes.find(id))?.failure?.code).toBe('RuleFailed');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a change that could not be sent in time has failed', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(unreachable, unreachable, unreachable);
    const id = await approved(engine);
    await until('the failed try', async () => (await engine.history(id)).includes('not sent'));
    engine.clock.advance(HOUR);
    await reaches(engine, id, 'failed');
    expect((await engine.changes.find(id))?.failure?.code).toBe('Change.TimeUp');
  });

  it('a change that may have been sent and cannot be found is unconfirmed, and the operators are told', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost, lost, lost);
    const id = await approved(engine);
    await called(engine, 1);
    engine.clock.advance(HOUR);
    await reaches(engine, id, 'unconfirmed');
    const copies = engine.database.db.selectFrom('deliveries').select('face').where('subject', '=', `change:${id}`);
    expect((await copies.execute()).map(({ face }) => face)).toContain('operators');
  });

  it('two processes on one store perform each change once', async () => {
    const engines = [await started(open), await started(open)];
    const [first] = engines;
    if (!first) throw new Error('no engine');
    const roles = Array.from({ length: 12 }, (_none, index) => `role${index}`);
    const ids = await Promise.all(roles.map((role) => first.ask('ana', { role })));
    await Promise.all(ids.map((id, index) => engines[index % 2]?.decide('bo', id)));
    for (const id of ids) await reaches(first, id, 'done');
    const calls = engines.flatMap(({ vendor }) => vendor.calls);
    expect([calls.length, new Set(calls).size]).toEqual([ids.length, ids.length]);
  });
});
