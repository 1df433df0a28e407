import { createIdempotencyStore, type HttpAnswer, idempotencyMigrations } from '#bot/turn/idempotency.ts';
import { DAY, SECOND } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const CLAIM_MS = 20 * SECOND;

/** Work that ends when it is told to, and counts how often it was begun. */
const heldWork = (answer: HttpAnswer) => {
  let end: (error?: Error) => void = () => {};
  const ended = new Promise<HttpAnswer>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(answer));
  });
  const begun = jest.fn(() => ended);
  return { begun, end: (error?: Error) => end(error) };
};

describeStores((_kind, open) => {
  const start = async () => {
    const clock = createManualClock();
    return { clock, store: createIdempotencyStore(await open(idempotencyMigrations), clock, silentLog) };
  };
  const ok: HttpAnswer = { status: 200, body: { said: 'once' } };

  it('does the work of one key once and gives all its repetitions the same answer', async () => {
    const { store } = await start();
    const work = heldWork(ok);
    const all = Array.from({ length: 8 }, () => store.once('k', work.begun));
    work.end();
    expect(await Promise.all(all)).toEqual(all.map(() => ok));
    expect(work.begun).toHaveBeenCalledTimes(1);
  });

  it('does it once across two processes on one store', async () => {
    const { store, clock } = await start();
    const other = createIdempotencyStore(await open(idempotencyMigrations), clock, silentLog);
    const work = heldWork(ok);
    const all = [store, other, store, other].map((one) => one.once('k', work.begun));
    work.end();
    await Promise.all(all);
    expect(work.begun).toHaveBeenCalledTimes(1);
  });

  it('does not mix up two keys', async () => {
    const { store } = await start();
    await store.once('a', async () => ok);
    expect(await store.once('b', async () => ({ status: 201 }))).toEqual({ status: 201 });
  });

  it('returns the stored answer later, too', async () => {
    const { store, clock } = await start();
    await store.once('k', async () => ok);
    clock.advance(DAY - 1);
    const again = jest.fn(async () => ({ status: 500 }));
    expect([await store.once('k', again), again.mock.calls]).toEqual([ok, []]);
  });

  it('lets another process take over a claim after its lease', async () => {
    const { store, clock } = await start();
    const lost = heldWork(ok);
    const dead = store.once('k', lost.begun);
    await untilBegun(lost.begun);
    clock.advance(CLAIM_MS);
    expect(await store.once('k', async () => ({ status: 201 }))).toEqual({ status: 201 });
    lost.end();
    await dead;
  });

  it('lets no process take over a claim before its lease ends', async () => {
    const { store, clock } = await start();
    const work = heldWork(ok);
    const first = store.once('k', work.begun);
    await untilBegun(work.begun);
    clock.advance(CLAIM_MS - 1);
    const second = store.once('k', work.begun);
    work.end();
    await Promise.all([first, second]);
    expect(work.begun).toHaveBeenCalledTimes(1);
  });

  it('repeats failed work at once', async () => {
    const { store } = await start();
    await expect(store.once('k', () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
    expect(await store.once('k', async () => ok)).toEqual(ok);
  });

  it('a claim that was taken over is not released by its former holder', async () => {
    const { store, clock } = await start();
    const [slow, next, third] = [heldWork(ok), heldWork(ok), heldWork(ok)];
    const first = store.once('k', slow.begun).catch(() => undefined);
    await untilBegun(slow.begun);
    clock.advance(CLAIM_MS);
    const second = store.once('k', next.begun);
    await untilBegun(next.begun);
    slow.end(new Error('too late'));
    await first;
    const last = store.once('k', third.begun);
    next.end();
    await Promise.all([second, last]);
    expect(third.begun).not.toHaveBeenCalled();
  });

  it('deletes answers older than a day, and no younger ones', async () => {
    const { store, clock } = await start();
    await store.once('old', async () => ok);
    clock.advance(DAY);
    await store.once('young', async () => ok);
    clock.advance(1);
    await store.prune();
    const second: HttpAnswer = { status: 201 };
    const answers = [await store.once('old', async () => second), await store.once('young', async () => second)];
    expect(answers).toEqual([second, ok]);
  });
});

const untilBegun = async (begun: jest.Mock): Promise<void> => {
  while (begun.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
};
