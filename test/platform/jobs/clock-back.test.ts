import { DAY, HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createBench, noteKind, recorder, scheduleNote } from './bench.ts';

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
