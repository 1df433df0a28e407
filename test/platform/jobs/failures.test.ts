import { z } from 'zod';
import type { FailedJob, JobKind } from '#platform/jobs/jobs.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { describeStores } from '../../support/database.ts';
import { type Bench, createBench, noteKind, recorder, scheduleNote } from './bench.ts';

const broken = async (): Promise<never> => {
  throw new TypeError('the token is hunter2');
};

const refused = async (): Promise<never> => {
  throw new AppError({ code: 'Vendor.Refused', text: 'vendor.error.unknown' });
};

/** The kind as a version reads it whose payload was another. */
const noteKindOf = <P>(payload: JobKind<P>['payload']): JobKind<P> => ({
  ...{ name: 'note', payload, maxAttempts: 3 },
  handle: async () => ({ end: 'done' }),
});

describeStores((_, open) => {
  test('a job that threw is repeated with the number of its try', async () => {
    const bench = await createBench(open);
    const attempts: number[] = [];
    bench.jobs.define(
      noteKind(async (_payload, run) => {
        attempts.push(run.attempt);
        return run.attempt < 3 ? broken() : { end: 'done' };
      }),
    );
    await scheduleNote(bench);
    for (let round = 0; round < 3; round += 1) await bench.round();
    expect(attempts).toEqual([1, 2, 3]);
  });

  test('a successful step resets the count of tries', async () => {
    const bench = await createBench(open);
    const attempts: number[] = [];
    bench.jobs.define(
      noteKind(async (_payload, run) => {
        attempts.push(run.attempt);
        return run.attempt < 2 ? broken() : { again: run.now };
      }),
    );
    await scheduleNote(bench);
    for (let round = 0; round < 4; round += 1) await bench.round();
    expect(attempts).toEqual([1, 2, 1, 2]);
  });

  test.each([
    [1, SECOND],
    [2, 2 * SECOND],
    [5, 16 * SECOND],
    [9, 256 * SECOND],
    [10, 5 * MINUTE],
    [14, 5 * MINUTE],
  ])('after try %d the pause is anything up to %d ms', async (tries, longest) => {
    const bench = await createBench(open, { random: () => 0.999999 });
    bench.jobs.define(noteKind(broken, 20));
    await scheduleNote(bench);
    for (let round = 0; round < tries; round += 1) {
      bench.clock.advance(5 * MINUTE);
      await bench.round();
    }
    const pause = Date.parse((await bench.row('key'))?.due_at ?? '') - bench.clock.now();
    expect(pause).toBe(longest - 1);
  });

  test('after the last try the job has failed and no longer runs', async () => {
    const bench = await createBench(open);
    let runs = 0;
    bench.jobs.define(
      noteKind(async () => {
        runs += 1;
        return broken();
      }, 2),
    );
    await scheduleNote(bench);
    for (let round = 0; round < 4; round += 1) await bench.round();
    expect(runs).toBe(2);
  });

  test('a final error ends the job at the first try', async () => {
    const bench = await createBench(open);
    bench.jobs.define(noteKind(refused));
    await scheduleNote(bench);
    await bench.round();
    expect(await bench.jobs.failed()).toMatchObject([{ key: 'key', attempts: 1, error: 'Vendor.Refused' }]);
  });

  test('a job with a retryable error is repeated', async () => {
    const bench = await createBench(open);
    const throttled = new AppError({ code: 'Vendor.Throttled', text: 'vendor.error.throttled', retryable: true });
    bench.jobs.define(noteKind(async () => Promise.reject(throttled)));
    await scheduleNote(bench);
    await bench.round();
    expect(await bench.row('key')).toMatchObject({ state: 'ready', last_error: 'Vendor.Throttled' });
  });

  test('the message of an error, which may hold a secret, is not stored', async () => {
    const bench = await createBench(open);
    bench.jobs.define(noteKind(broken, 1));
    await scheduleNote(bench);
    await bench.round();
    expect((await bench.row('key'))?.last_error).toBe('TypeError');
  });

  test('a failed job that is scheduled again starts with its first try', async () => {
    const bench = await createBench(open);
    bench.jobs.define(noteKind(refused));
    await scheduleNote(bench);
    await bench.round();
    await scheduleNote(bench);
    expect(await bench.row('key')).toMatchObject({ state: 'ready', attempts: 0, last_error: null });
  });

  test.each([
    ['a payload', (bench: Bench) => bench.jobs.define(noteKindOf(z.number()))],
    ['a kind', () => {}],
  ])(
    '%s that an older version cannot read goes back untouched, and runs in the newer version',
    async (_name, define) => {
      const newer = await createBench(open);
      const older = await createBench(open, { clock: newer.clock });
      const { kind, seen } = recorder();
      newer.jobs.define(kind);
      define(older);
      await scheduleNote(newer);
      for (let hour = 0; hour < 23; hour += 1) {
        await older.round();
        newer.clock.advance(HOUR);
      }
      expect(await newer.row('key')).toMatchObject({ state: 'ready', attempts: 0, payload: '"a"', lease_owner: null });
      await newer.round();
      expect(seen).toEqual(['a']);
    },
  );

  test('a payload that no version has read for a day ends the job', async () => {
    const bench = await createBench(open);
    bench.jobs.define(recorder().kind);
    await scheduleNote(bench);
    await bench.database.db.updateTable('jobs').set({ payload: '{}' }).execute();
    await bench.round();
    bench.clock.advance(DAY - MINUTE);
    await bench.round();
    expect(await bench.jobs.failed()).toEqual([]);
    bench.clock.advance(MINUTE);
    await bench.round();
    expect(await bench.jobs.failed()).toMatchObject([{ error: 'Jobs.BadPayload' }]);
  });

  describe('the listener for failed jobs', () => {
    test('is called with the failed job', async () => {
      const bench = await createBench(open);
      const told: FailedJob[] = [];
      bench.jobs.define(noteKind(refused));
      bench.jobs.onFailed(async (_trx, job) => {
        told.push(job);
      });
      await scheduleNote(bench);
      await bench.round();
      expect(told).toEqual(await bench.jobs.failed());
    });

    test('is not called for a try that will be repeated', async () => {
      const bench = await createBench(open);
      let told = 0;
      bench.jobs.define(noteKind(broken));
      bench.jobs.onFailed(async () => {
        told += 1;
      });
      await scheduleNote(bench);
      await bench.round();
      expect(told).toBe(0);
    });

    test('is not called for a job that was scheduled again during its last try', async () => {
      const bench = await createBench(open);
      let told = 0;
      bench.jobs.define(
        noteKind(async () => {
          await scheduleNote(bench);
          return broken();
        }, 1),
      );
      bench.jobs.onFailed(async () => {
        told += 1;
      });
      await scheduleNote(bench);
      await bench.round();
      expect(told).toBe(0);
    });

    test('is called in the transaction that marks the job as failed', async () => {
      const bench = await createBench(open);
      bench.jobs.define(noteKind(refused));
      bench.jobs.onFailed(async () => Promise.reject(new Error('no conversation')));
      await scheduleNote(bench);
      await bench.round();
      expect((await bench.row('key'))?.state).toBe('ready');
    });
  });
});
