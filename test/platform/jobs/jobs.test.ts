import { DAY, iso, MINUTE } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createBench, noteKind, recorder, scheduleNote } from './bench.ts';

describeStores((_, open) => {
  describe('schedule', () => {
    test('a job runs with its payload when it is due', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench, 'hello');
      await bench.round();
      expect(seen).toEqual(['hello']);
    });

    test('a job does not run before it is due', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench, 'hello', bench.clock.now() + 1);
      await bench.round();
      expect(seen).toEqual([]);
    });

    test('a job that is done does not run again', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench);
      await bench.round();
      bench.clock.advance(DAY);
      await bench.round();
      expect(seen).toEqual(['a']);
    });

    test('the same key again replaces due time and payload', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench, 'old', bench.clock.now() + DAY);
      await scheduleNote(bench, 'new');
      await bench.round();
      expect(seen).toEqual(['new']);
    });

    test('the same key again brings a done job back', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench, 'first');
      await bench.round();
      await scheduleNote(bench, 'second');
      await bench.round();
      expect(seen).toEqual(['first', 'second']);
    });

    test('a job of a transaction that was rolled back never runs', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      const broken = bench.database.transaction(async (trx) => {
        await bench.jobs.schedule(trx, { kind: 'note', key: 'key', dueAt: 0, payload: 'a' });
        throw new Error('stop');
      });
      await expect(broken).rejects.toThrow('stop');
      await bench.round();
      expect(seen).toEqual([]);
    });

    test('a due job runs after the commit of the transaction that scheduled it, long before the next poll', async () => {
      const bench = await createBench(open);
      const ran = Promise.withResolvers<string>();
      bench.jobs.define(
        noteKind(async (payload) => {
          ran.resolve(payload);
          return { end: 'done' };
        }),
      );
      bench.jobs.start();
      await bench.database.transaction(async (trx) => {
        await bench.jobs.schedule(trx, { kind: 'note', key: 'key', dueAt: 0, payload: 'a' });
      });
      expect(await ran.promise).toBe('a');
      await bench.jobs.stop();
    });

    test('an unknown kind is refused', async () => {
      const bench = await createBench(open);
      await expect(scheduleNote(bench)).rejects.toThrow('job kind note is not defined');
    });

    test('a payload that does not fit is refused', async () => {
      const bench = await createBench(open);
      bench.jobs.define(recorder().kind);
      const job = { kind: 'note', key: 'key', dueAt: 0, payload: 1 };
      await expect(bench.jobs.schedule(bench.database.db, job)).rejects.toThrow(/expected string/);
    });
  });

  describe('cancel', () => {
    test('a cancelled job does not run', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench);
      await bench.jobs.cancel(bench.database.db, 'key');
      await bench.round();
      expect(seen).toEqual([]);
    });

    test('a job that is cancelled while it runs does not run again', async () => {
      const bench = await createBench(open);
      bench.jobs.define(
        noteKind(async (_payload, run) => {
          await bench.jobs.cancel(bench.database.db, 'key');
          return { again: run.now };
        }),
      );
      await scheduleNote(bench);
      await bench.round();
      expect((await bench.row('key'))?.state).toBe('done');
    });

    test('a job that is cancelled while it runs cannot fail any more', async () => {
      const bench = await createBench(open);
      bench.jobs.define(
        noteKind(async () => {
          await bench.jobs.cancel(bench.database.db, 'key');
          throw new Error('no');
        }, 1),
      );
      await scheduleNote(bench);
      await bench.round();
      expect(await bench.jobs.failed()).toEqual([]);
    });

    test('other jobs stay', async () => {
      const bench = await createBench(open);
      const { kind, seen } = recorder();
      bench.jobs.define(kind);
      await scheduleNote(bench);
      await bench.jobs.cancel(bench.database.db, 'other');
      await bench.round();
      expect(seen).toEqual(['a']);
    });
  });

  describe('a handler that asks for another run', () => {
    test('runs at once without a poll', async () => {
      const bench = await createBench(open);
      const third = Promise.withResolvers<void>();
      let runs = 0;
      bench.jobs.define(
        noteKind(async (_payload, run) => {
          runs += 1;
          if (runs < 3) return { again: run.now };
          third.resolve();
          return { end: 'done' };
        }),
      );
      await scheduleNote(bench);
      bench.jobs.start();
      await third.promise;
      await bench.jobs.stop();
      expect(runs).toBe(3);
    });

    test('runs at the time that the handler gave', async () => {
      const bench = await createBench(open);
      const runs: number[] = [];
      bench.jobs.define(
        noteKind(async (_payload, run) => {
          runs.push(run.now);
          return { again: run.now + MINUTE };
        }),
      );
      await scheduleNote(bench);
      const start = bench.clock.now();
      await bench.round();
      bench.clock.advance(MINUTE - 1);
      await bench.round();
      bench.clock.advance(1);
      await bench.round();
      expect(runs).toEqual([start, start + MINUTE]);
    });

    test('gets the new payload', async () => {
      const bench = await createBench(open);
      const seen: string[] = [];
      bench.jobs.define(
        noteKind(async (payload, run) => {
          seen.push(payload);
          return { again: run.now, payload: `${payload}+` };
        }),
      );
      await scheduleNote(bench);
      await bench.round();
      await bench.round();
      expect(seen).toEqual(['a', 'a+']);
    });

    test('keeps the payload when there is no new one', async () => {
      const bench = await createBench(open);
      const seen: string[] = [];
      bench.jobs.define(
        noteKind(async (payload, run) => {
          seen.push(payload);
          return { again: run.now };
        }),
      );
      await scheduleNote(bench);
      await bench.round();
      await bench.round();
      expect(seen).toEqual(['a', 'a']);
    });
  });

  describe('a handler that schedules its own key', () => {
    test.each([
      ['done', async () => ({ end: 'done' as const })],
      ['again', async (now: number) => ({ again: now + DAY })],
      ['a throw', async () => Promise.reject(new Error('no'))],
    ])('wins over %s', async (_name, outcome) => {
      const bench = await createBench(open);
      bench.jobs.define(
        noteKind(async (_payload, run) => {
          await bench.database.transaction((trx) =>
            bench.jobs.schedule(trx, { kind: 'note', key: 'key', dueAt: run.now + MINUTE, payload: 'next' }),
          );
          return outcome(run.now);
        }),
      );
      await scheduleNote(bench);
      await bench.round();
      expect(await bench.row('key')).toMatchObject({
        state: 'ready',
        payload: '"next"',
        due_at: iso(bench.clock.now() + MINUTE),
        lease_until: null,
        attempts: 0,
      });
    });
  });
});
