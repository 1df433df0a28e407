import { DAY, HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createBench, noteKind, recorder, scheduleNote } from './bench.ts';

/** A handler that stays in its work until the test lets it go. */
const blocked = () => {
  const began = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let runs = 0;
  return {
    began: began.promise,
    go: go.resolve,
    runs: () => runs,
    kind: noteKind(async () => {
      runs += 1;
      began.resolve();
      await go.promise;
      return { end: 'done' };
    }),
  };
};

/** The lease is renewed by an interval; everything else keeps real time. */
const notIntervals = ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'] as const;

describeStores((_, open) => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('two processes share the jobs and none runs twice', async () => {
    const one = await createBench(open);
    const two = await createBench(open, { clock: one.clock });
    const { kind, seen } = recorder();
    one.jobs.define(kind);
    two.jobs.define(kind);
    const all = Array.from({ length: 40 }, (_item, index) => `job-${index}`);
    await one.database.transaction(async (trx) => {
      for (const key of all) await one.jobs.schedule(trx, { kind: 'note', key, dueAt: 0, payload: key });
    });
    while (seen.length < all.length) await Promise.all([one.round(), two.round()]);
    expect(seen.toSorted()).toEqual(all.toSorted());
  });

  test('no other process runs a job during its lease', async () => {
    const one = await createBench(open);
    const two = await createBench(open, { clock: one.clock });
    const slow = blocked();
    const { kind, seen } = recorder();
    one.jobs.define(slow.kind);
    two.jobs.define(kind);
    await scheduleNote(one);
    const first = one.round();
    await slow.began;
    one.clock.advance(MINUTE - 1);
    await two.round();
    slow.go();
    await first;
    expect(seen).toEqual([]);
  });

  test('a job that is scheduled again while it runs starts after that run', async () => {
    const one = await createBench(open);
    const two = await createBench(open, { clock: one.clock });
    const slow = blocked();
    const { kind, seen } = recorder();
    one.jobs.define(slow.kind);
    two.jobs.define(kind);
    await scheduleNote(one, 'old');
    const first = one.round();
    await slow.began;
    await scheduleNote(one, 'new');
    await two.round();
    const during = [...seen];
    slow.go();
    await first;
    await two.round();
    expect({ during, after: seen }).toEqual({ during: [], after: ['new'] });
  });

  test('a job of a dead process is claimed after its lease', async () => {
    const dead = await createBench(open);
    const other = await createBench(open, { clock: dead.clock });
    const slow = blocked();
    const { kind, seen } = recorder();
    dead.jobs.define(slow.kind);
    other.jobs.define(kind);
    await scheduleNote(dead);
    dead.jobs.start();
    await slow.began;
    other.clock.advance(MINUTE);
    await other.round();
    expect(seen).toEqual(['a']);
  });

  test('a process that wakes after its lease changes nothing', async () => {
    const late = await createBench(open);
    const other = await createBench(open, { clock: late.clock });
    const slow = blocked();
    late.jobs.define(slow.kind);
    other.jobs.define(noteKind(async (_payload, run) => ({ again: run.now + MINUTE })));
    await scheduleNote(late);
    const first = late.round();
    await slow.began;
    other.clock.advance(MINUTE);
    await other.round();
    const before = await other.row('key');
    slow.go();
    await first;
    expect(await other.row('key')).toEqual(before);
  });

  test('a job that crashes its process at each try ends as failed', async () => {
    const first = await createBench(open);
    const slow = blocked();
    first.jobs.define(slow.kind);
    await scheduleNote(first);
    const processes = [first];
    for (let crash = 0; crash < slow.kind.maxAttempts; crash += 1) {
      const bench = await createBench(open, { clock: first.clock });
      bench.jobs.define(slow.kind);
      processes.push(bench);
      bench.jobs.start();
      while (slow.runs() <= crash) await new Promise((resolve) => setImmediate(resolve));
      first.clock.advance(MINUTE);
    }
    await first.round();
    expect(await first.jobs.failed()).toMatchObject([{ key: 'key', error: 'Jobs.Crashed' }]);
  });

  test('a run that is longer than the lease renews it', async () => {
    jest.useFakeTimers({ now: Date.now(), doNotFake: [...notIntervals] });
    const one = await createBench(open);
    const two = await createBench(open, { clock: one.clock });
    const slow = blocked();
    const { kind, seen } = recorder();
    one.jobs.define(slow.kind);
    two.jobs.define(kind);
    await scheduleNote(one);
    const first = one.round();
    await slow.began;
    const lease = (await one.row('key'))?.lease_until;
    one.clock.advance(MINUTE / 2);
    jest.advanceTimersByTime(MINUTE / 2);
    while ((await one.row('key'))?.lease_until === lease) await new Promise((resolve) => setImmediate(resolve));
    one.clock.advance(MINUTE / 2);
    await two.round();
    slow.go();
    await first;
    expect(seen).toEqual([]);
  });

  test.each([1, 2, 3])('every job comes to its end, whatever its handler does (seed %d)', async (seed) => {
    const random = seededRandom(seed);
    const bench = await createBench(open, { random });
    const schedule = (key: string) =>
      bench.jobs.schedule(bench.database.db, { kind: 'note', key, dueAt: bench.clock.now(), payload: key });
    bench.jobs.define(
      noteKind(async (payload, run) => {
        const dice = random();
        if (dice < 0.3) throw new Error('no');
        if (dice < 0.5) return { again: run.now + MINUTE };
        if (dice < 0.6) await schedule(payload);
        return { end: 'done' };
      }),
    );
    for (let index = 0; index < 20; index += 1) await schedule(`job-${index}`);
    const notEnded = bench.database.db.selectFrom('jobs').select('key').where('state', '=', 'ready');
    for (let round = 0; round < 200 && (await notEnded.execute()).length > 0; round += 1) {
      bench.clock.advance(MINUTE);
      await bench.round();
    }
    expect(await notEnded.execute()).toEqual([]);
  });
});

describeStores((_, open) => {
  test.each([
    ['at once', 0],
    ['after a pause', 5 * MINUTE],
  ])('a job that was due %s when the clock was set back an hour runs now', async (_name, pauseMs) => {
    const bench = await createBench(open);
    const { kind, seen } = recorder();
    bench.jobs.define(kind);
    await bench.round();
    await scheduleNote(bench, 'a', bench.clock.now() + pauseMs);
    bench.clock.advance(-HOUR);
    await bench.round();
    expect(seen).toEqual(['a']);
  });

  test('a job that is due at a date waits for it, also when the clock jumps', async () => {
    const bench = await createBench(open);
    const { kind, seen } = recorder();
    bench.jobs.define(kind);
    await scheduleNote(bench, 'a', bench.clock.now() + DAY);
    bench.clock.advance(-HOUR);
    await bench.round();
    expect(seen).toEqual([]);
    bench.clock.advance(DAY + HOUR);
    await bench.round();
    expect(seen).toEqual(['a']);
  });

  test('a pause that another process set with nearly the same clock is kept', async () => {
    const ahead = await createBench(open);
    const behind = await createBench(open, { clock: createManualClock(ahead.clock.now() - MINUTE + SECOND) });
    const { kind, seen } = recorder();
    for (const bench of [ahead, behind]) bench.jobs.define(kind);
    await scheduleNote(ahead, 'a', ahead.clock.now() + MINUTE);
    await behind.round();
    expect(seen).toEqual([]);
  });

  test('a job of a dead process whose clock was an hour ahead is claimed after one lease', async () => {
    const dead = await createBench(open);
    const other = await createBench(open, { clock: createManualClock(dead.clock.now() - HOUR) });
    const began = Promise.withResolvers<void>();
    dead.jobs.define(
      noteKind(() => {
        began.resolve();
        return new Promise(() => {});
      }),
    );
    const { kind, seen } = recorder();
    other.jobs.define(kind);
    await scheduleNote(dead);
    dead.jobs.start();
    await began.promise;
    await other.round();
    expect(seen).toEqual([]);
    other.clock.advance(MINUTE);
    await other.round();
    expect(seen).toEqual(['a']);
  });

  test('a job that runs while the clock is set back does not run twice at once', async () => {
    const one = await createBench(open);
    const two = await createBench(open, { clock: one.clock });
    const began = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    one.jobs.define(
      noteKind(async () => {
        began.resolve();
        await end.promise;
        return { end: 'done' };
      }),
    );
    const { kind, seen } = recorder();
    two.jobs.define(kind);
    await scheduleNote(one);
    const first = one.round();
    await began.promise;
    one.clock.advance(-HOUR);
    await two.round();
    end.resolve();
    await first;
    expect([seen, (await one.row('key'))?.state]).toEqual([[], 'done']);
  });

  test('after the clock is set an hour forward due jobs run, and none twice', async () => {
    const bench = await createBench(open);
    const { kind, seen } = recorder();
    bench.jobs.define(kind);
    await scheduleNote(bench);
    bench.clock.advance(HOUR);
    await bench.round();
    await bench.round();
    expect(seen).toEqual(['a']);
  });
});
