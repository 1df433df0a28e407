import { HOUR, MINUTE, SECOND } from '../../src/lib/clock.ts';
import { describeStores, type OpenStore } from '../support/database.ts';
import { until } from '../support/until.ts';
import { createEngine, type Engine } from './engine.ts';

const goesOn = (step: number, waitMs = 0) => ({ is: 'unsettled' as const, arrived: true, waitMs, seen: { step } });
const failure = { code: 'Ended', text: 'vendor.error.refused', values: {}, rules: [] };

describeStores((_kind, open) => {
  let running: Engine | undefined;
  afterEach(() => running?.jobs.stop());

  /** A change that the vendor has taken and goes on with. */
  const underWay = async (store: OpenStore, waitMs = 0): Promise<{ engine: Engine; id: string }> => {
    const engine = await createEngine(store);
    running = engine;
    engine.vendor.answers.push(() => goesOn(1, waitMs));
    engine.vendor.settled = goesOn(1);
    engine.jobs.start();
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    await until('the vendor to have it', async () => (await engine.changes.find(id))?.phase === 'arrived');
    return { engine, id };
  };
  const looksAgain = async ({ vendor, clock }: Engine, ms: number): Promise<void> => {
    const before = vendor.looks;
    clock.advance(ms);
    await until('another look', () => vendor.looks > before);
  };

  it('what is seen on the way is kept, and drawn when it is news', async () => {
    const { engine, id } = await underWay(open);
    const first = await engine.changes.find(id);
    expect(first?.seen).toEqual({ step: 1 });
    await looksAgain(engine, MINUTE);
    await looksAgain(engine, MINUTE);
    expect((await engine.changes.find(id))?.version).toBe(first?.version);
    engine.vendor.settled = goesOn(2);
    await looksAgain(engine, MINUTE);
    await until('the news', async () => (await engine.changes.find(id))?.version === (first?.version ?? 0) + 1);
    expect((await engine.changes.find(id))?.seen).toEqual({ step: 2 });
  });

  it.each(['done', 'failed'] as const)('what was seen at the end (%s) stays', async (is) => {
    const { engine, id } = await underWay(open);
    engine.vendor.settled = is === 'done' ? { is, seen: { step: 9 } } : { is, failure, seen: { step: 9 } };
    await looksAgain(engine, MINUTE);
    await until('the end', async () => (await engine.changes.find(id))?.state === is);
    expect((await engine.changes.find(id))?.seen).toEqual({ step: 9 });
  });

  it('nobody looks before the vendor wants to be asked again', async () => {
    const { engine } = await underWay(open, 10 * MINUTE);
    engine.clock.advance(9 * MINUTE);
    const other = await engine.ask('di');
    await engine.decide('bo', other);
    await until('the next change to be done', async () => (await engine.changes.find(other))?.state === 'done');
    expect(engine.vendor.looks).toBe(0);
    await looksAgain(engine, MINUTE + SECOND);
  });

  it('what the vendor surely has and does not finish in time may still end as either', async () => {
    const { engine, id } = await underWay(open);
    engine.clock.advance(HOUR);
    await until('the end of its time', async () => (await engine.changes.find(id))?.state === 'unconfirmed');
    engine.vendor.settled = { is: 'failed', failure };
    await looksAgain(engine, 6 * MINUTE);
    await until('the vendor’s no', async () => (await engine.changes.find(id))?.state === 'failed');
  });
});
