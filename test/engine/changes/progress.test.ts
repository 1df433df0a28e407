import { VendorError } from '#cloud/errors/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine, oneApproval } from './engine.ts';

const goesOn = (step: number, waitMs = 0) => ({ is: 'unsettled' as const, arrived: true, waitMs, seen: { step } });
const failure = { code: 'Ended', text: 'vendor.error.unknown' as const, values: {}, rules: [] };

describeStores((_kind, open) => {
  let running: Engine | undefined;
  afterEach(() => running?.jobs.stop());

  /** A change that the vendor has accepted and is working on. */
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
  /** Ends when the look is noted: a clock that moves on before would end its job's lease, and another look would follow. */
  const looksAgain = async ({ vendor, clock, database: { db } }: Engine, ms: number): Promise<void> => {
    const before = vendor.looks;
    clock.advance(ms);
    await until('another look', () => vendor.looks > before);
    const leased = db.selectFrom('jobs').select('id').where('lease_until', 'is not', null);
    await until('the look to be noted', async () => (await leased.execute()).length === 0);
  };

  it('progress is stored, and the card is redrawn when it is new', async () => {
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

  it.each(['done', 'failed'] as const)('the last progress stays at the end (%s)', async (is) => {
    const { engine, id } = await underWay(open);
    engine.vendor.settled = is === 'done' ? { is, seen: { step: 9 } } : { is, failure, seen: { step: 9 } };
    await looksAgain(engine, MINUTE);
    await until('the end', async () => (await engine.changes.find(id))?.state === is);
    expect((await engine.changes.find(id))?.seen).toEqual({ step: 9 });
  });

  it('the change is not read before the time that the vendor gives', async () => {
    const { engine } = await underWay(open, 10 * MINUTE);
    engine.clock.advance(9 * MINUTE);
    const other = await engine.ask('di');
    await engine.decide('bo', other);
    await until('the next change to be done', async () => (await engine.changes.find(other))?.state === 'done');
    expect(engine.vendor.looks).toBe(0);
    await looksAgain(engine, MINUTE + SECOND);
  });

  it('a change that the vendor has and does not finish in time may still be done or fail', async () => {
    const { engine, id } = await underWay(open);
    engine.clock.advance(HOUR);
    await until('the end of its time', async () => (await engine.changes.find(id))?.state === 'unconfirmed');
    engine.vendor.settled = { is: 'failed', failure };
    await looksAgain(engine, 6 * MINUTE);
    await until('the vendor’s no', async () => (await engine.changes.find(id))?.state === 'failed');
  });

  it('new progress is merged over earlier progress; a link to follow is followed once', async () => {
    const { engine, id } = await underWay(open);
    const says = (seen: object) => ({ is: 'unsettled' as const, arrived: true, seen: { ...seen } });
    engine.vendor.settled = says({ name: 'x', tracking: '/1' });
    await looksAgain(engine, MINUTE);
    await until('the first', async () => JSON.stringify((await engine.changes.find(id))?.seen).includes('/1'));
    engine.vendor.settled = says({ step: 2 });
    await looksAgain(engine, MINUTE);
    await until('the next', async () => !JSON.stringify((await engine.changes.find(id))?.seen).includes('/1'));
    expect((await engine.changes.find(id))?.seen).toEqual({ step: 2, name: 'x' });
  });

  it('a change that cannot be read is read at growing intervals', async () => {
    const { engine } = await underWay(open);
    engine.vendor.settled = new VendorError({ code: 'Vendor.X', text: 'vendor.error.lost', arrived: 'no' });
    for (let minute = 0; minute < 8; minute += 1) await looksAgain(engine, MINUTE);
    const before = engine.vendor.looks;
    engine.clock.advance(MINUTE / 2);
    const other = await engine.ask('di');
    await engine.decide('bo', other);
    await until('the next change to be done', async () => (await engine.changes.find(other))?.state === 'done');
    expect(engine.vendor.looks).toBe(before);
  });

  describe('an unconfirmed change after a lost answer', () => {
    const unclear = async (store: OpenStore): Promise<{ engine: Engine; id: string }> => {
      const engine = await createEngine(store, oneApproval, 'acceptSubscriptionOwnership');
      running = engine;
      engine.vendor.answers.push(() => {
        throw new VendorError({ code: 'Vendor.X', text: 'vendor.error.lost', arrived: 'maybe', retryable: true });
      });
      engine.jobs.start();
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      await until('the doubt', async () => (await engine.changes.find(id))?.phase === 'look');
      engine.clock.advance(HOUR);
      await until('the end of its time', async () => (await engine.changes.find(id))?.state === 'unconfirmed');
      return { engine, id };
    };
    const personal = async ({ database }: Engine, id: string) => {
      const copies = database.db.selectFrom('deliveries').selectAll().where('subject', '=', `change:${id}`);
      return (await copies.execute()).filter(({ face }) => face === 'personal').length;
    };

    it('an unconfirmed change after a lost answer that is found at the vendor and then ended there has failed', async () => {
      const { engine, id } = await unclear(open);
      const [told, endedAt] = [await personal(engine, id), (await engine.changes.find(id))?.endedAt];
      engine.vendor.settled = goesOn(1);
      await looksAgain(engine, 6 * MINUTE);
      await until('it to be there', async () => (await engine.changes.find(id))?.phase === 'arrived');
      const there = await engine.changes.find(id);
      expect([there?.state, there?.seen, there?.endedAt]).toEqual(['unconfirmed', { step: 1 }, endedAt]);
      expect(await personal(engine, id)).toBe(told);
      engine.vendor.settled = { is: 'failed', failure };
      await looksAgain(engine, 6 * MINUTE);
      await until('the vendor’s no', async () => (await engine.changes.find(id))?.state === 'failed');
    });

    it('an unconfirmed change after a lost answer that is certainly ours and ended by the vendor has failed at once', async () => {
      const { engine, id } = await unclear(open);
      engine.vendor.settled = { is: 'failed', failure };
      await looksAgain(engine, 6 * MINUTE);
      expect((await engine.changes.find(id))?.state).toBe('unconfirmed');
      engine.vendor.settled = { is: 'failed', failure, arrived: true };
      await looksAgain(engine, 6 * MINUTE);
      await until('the vendor’s no', async () => (await engine.changes.find(id))?.state === 'failed');
    });

    it('an unconfirmed change after a lost answer is not read before the time that the vendor gives', async () => {
      const { engine } = await unclear(open);
      engine.vendor.settled = { is: 'unsettled', arrived: false, waitMs: HOUR };
      await looksAgain(engine, 6 * MINUTE);
      const before = engine.vendor.looks;
      engine.clock.advance(HOUR - 6 * MINUTE);
      await engine.decide('bo', await engine.ask('di', { role: 'owner' }));
      await until('the next call', () => engine.vendor.calls.length === 2);
      expect(engine.vendor.looks).toBe(before);
    });

    it('an unconfirmed change after a lost answer is redrawn when reading ends', async () => {
      const { engine, id } = await unclear(open);
      const version = (await engine.changes.find(id))?.version ?? 0;
      engine.clock.advance(2 * DAY);
      await until('the cards to be drawn', async () => (await engine.changes.find(id))?.version === version + 1);
      expect((await engine.changes.find(id))?.state).toBe('unconfirmed');
    });
  });

  it('a refused sign-in (400) does not decide about an earlier call whose answer was lost', async () => {
    const engine = await createEngine(open);
    running = engine;
    const fails = (arrived: 'no' | 'maybe', status: number) => () => {
      const code = status === 0 ? 'Vendor.Lost' : 'Vendor.SignIn';
      throw new VendorError({ code, text: 'vendor.error.lost', arrived, status, retryable: status === 0 });
    };
    engine.vendor.answers.push(fails('maybe', 0), fails('no', 400));
    engine.jobs.start();
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    await untilLater(engine, SECOND, 'the second try', () => engine.vendor.calls.length === 2);
    await until('reading', async () => (await engine.changes.find(id))?.phase === 'look');
    expect((await engine.changes.find(id))?.state).toBe('doing');
  });
});
