import type { JobsTable } from '#platform/jobs/repository.ts';
import { DAY } from '#platform/lib/clock.ts';
import { describeStores } from '../../support/database.ts';
import { createBench, noteKind, recorder, scheduleNote } from './bench.ts';

describeStores((_, open) => {
  test('a done job is deleted after seven days', async () => {
    const bench = await createBench(open);
    bench.jobs.define(recorder().kind);
    await scheduleNote(bench);
    await bench.round();
    bench.clock.advance(7 * DAY);
    await bench.jobs.prune();
    expect(await bench.row('key')).toBeUndefined();
  });

  test('a done job is kept for seven days', async () => {
    const bench = await createBench(open);
    bench.jobs.define(recorder().kind);
    await scheduleNote(bench);
    await bench.round();
    bench.clock.advance(7 * DAY - 1);
    await bench.jobs.prune();
    expect((await bench.row('key'))?.state).toBe('done');
  });

  test('many done jobs are deleted in batches; other queries run between them, and a stop leaves the rest', async () => {
    const bench = await createBench(open);
    bench.jobs.define(recorder().kind);
    await scheduleNote(bench);
    const one = await bench.row('key');
    const { db } = bench.database;
    const state = 'done' as const;
    const rows = Array.from({ length: 1_300 }, (_, n) => ({ ...one, id: `${n}`, key: `${n}`, state })) as JobsTable[];
    for (let from = 0; from < rows.length; from += 100) {
      await db
        .insertInto('jobs')
        .values(rows.slice(from, from + 100))
        .execute();
    }
    bench.clock.advance(8 * DAY);
    const left = async () => (await db.selectFrom('jobs').select('id').where('state', '=', state).execute()).length;
    let asked = 0;
    await bench.jobs.prune(() => {
      asked += 1;
      return asked > 1;
    });
    expect(await left()).toBe(800);
    await bench.jobs.prune();
    expect([await left(), (await bench.row('key'))?.state]).toEqual([0, 'ready']);
  });

  test('a failed job stays', async () => {
    const bench = await createBench(open);
    bench.jobs.define(noteKind(async () => Promise.reject(new Error('no')), 1));
    await scheduleNote(bench);
    await bench.round();
    bench.clock.advance(30 * DAY);
    await bench.jobs.prune();
    expect((await bench.row('key'))?.state).toBe('failed');
  });
});
