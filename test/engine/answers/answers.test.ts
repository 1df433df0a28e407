import { defineAnswers, definePruning } from '#engine/answers/answer-job.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import { billingMigrations, type ReportRow, reportStore } from '#features/billing/store.ts';
import type { JobRun, NewJob } from '#platform/jobs/jobs.ts';
import { DAY, SECOND } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** The layer over a table that there is: that of the reports. */
const answers = defineAnswers<ReportRow>({
  subject: 'answer',
  store: reportStore,
  job: { name: 'answer.work', field: 'answer' },
  working: ({ question_json }) => ({ state: 'reading', question_json }),
  failed: (_row, reason) => ({ state: 'failed', why_json: JSON.stringify(reason) }),
});

let database: Database;
beforeEach(async () => {
  database = await openDatabase('sqlite::memory:', billingMigrations);
});
afterEach(() => database.close());

const open = () => {
  const clock = createManualClock();
  const [touched, jobs]: [string[], NewJob[]] = [[], []];
  const outbox = {
    touch: async (_db: unknown, subject: string, version: number) => void touched.push(`${subject} ${version}`),
  };
  const services = {
    ...{ database, clock, outbox: outbox as unknown as Outbox },
    jobs: { schedule: async (_db: unknown, job: NewJob) => void jobs.push(job) },
  };
  const insert = (id: string, source = id) =>
    reportStore.insert(database.db, clock.now(), {
      ...{ id, source, kind: 'k', account: 'a', vendor_account: '1', invoices_json: '[]', question_json: '{}' },
      ...{ asked_by: 'di', language: 'en', state: 'reading', rows_read: 0 },
    });
  const find = async (id: string) => (await reportStore.find(database.db, id)) as ReportRow;
  return { clock, touched, jobs, services, insert, find };
};

const run = { id: 'j', attempt: 1, now: 0, stopping: () => false } satisfies JobRun;

describe('a store', () => {
  it('inserts one row for each source, and returns the id of the existing row', async () => {
    const { insert } = open();
    expect(await insert('a', 's')).toEqual({ id: 'a', isNew: true });
    expect(await insert('b', 's')).toEqual({ id: 'a', isNew: false });
  });

  it('a store changes a row only where the condition holds, and raises its version', async () => {
    const { insert } = open();
    await insert('a');
    expect((await reportStore.change(database.db, 'a', { rows_read: 5 }, { state: 'reading' }))?.version).toBe(2);
    expect(await reportStore.change(database.db, 'a', { rows_read: 9 }, { state: 'read' })).toBeUndefined();
    expect(await reportStore.find(database.db, 'a', { rows_read: 9 })).toBeUndefined();
    expect(await reportStore.find(database.db, 'a', { rows_read: 5 })).toMatchObject({ id: 'a', version: 2 });
  });
});

describe('an answer', () => {
  it('an answer fails with the text of the AppError that its work throws, and its cards are edited', async () => {
    const { insert, find, services, touched } = open();
    await insert('a');
    const work = () => Promise.reject(new AppError({ code: 'X', text: 'billing.gone', values: { a: 1 } }));
    expect(await answers.job(services, { work }).handle({ answer: 'a' }, run)).toEqual({ end: 'done' });
    expect(await find('a')).toMatchObject({ state: 'failed', why_json: '{"why":"billing.gone","values":{"a":1}}' });
    expect(touched).toEqual(['answer:a 2']);
  });

  it('an answer whose work throws another error is left to the next try', async () => {
    const { insert, find, services } = open();
    await insert('a');
    const work = () => Promise.reject(new Error('broken'));
    await expect(answers.job(services, { work }).handle({ answer: 'a' }, run)).rejects.toThrow('broken');
    expect(await find('a')).toMatchObject({ state: 'reading', version: 1 });
  });

  it('an answer that has ended is not worked on again, but passed to `after`', async () => {
    const { insert, services } = open();
    await insert('a');
    await answers.edit(services, 'a', { state: 'read' });
    const work = () => Promise.reject(new Error('worked on'));
    const after = async ({ id }: ReportRow) => ({ again: id === 'a' ? 7 : 0 });
    expect(await answers.job(services, { work, after }).handle({ answer: 'a' }, run)).toEqual({ again: 7 });
  });

  it('ignores the end of work on a question that was changed meanwhile', async () => {
    const { insert, find, services } = open();
    await insert('a');
    const row = await find('a');
    await answers.edit(services, 'a', { question_json: '{"page":1}' });
    let computed = false;
    const end = async (): Promise<Partial<ReportRow>> => {
      computed = true;
      return { state: 'read' };
    };
    expect([await answers.end(services, row, end), computed]).toEqual([undefined, false]);
  });

  it('an answer shows progress every two seconds at most', async () => {
    const { insert, find, services, clock, touched } = open();
    await insert('a');
    const progress = answers.progress(services, await find('a'));
    await progress({ rows_read: 1 });
    clock.advance(2 * SECOND);
    await progress({ rows_read: 2 });
    await progress({ rows_read: 3 });
    expect([touched.length, (await find('a')).rows_read]).toEqual([1, 2]);
  });

  it('an answer is scheduled under a key of its own', async () => {
    const { services, jobs, clock } = open();
    await answers.schedule(database.db, services, 'a');
    const job = { kind: 'answer.work', key: 'answer.work:a', dueAt: clock.now(), payload: { answer: 'a' } };
    expect(jobs).toEqual([job]);
  });
});

it('pruning deletes old rows, and runs again as long as rows are left', async () => {
  const { insert, services, clock, jobs } = open();
  await insert('a');
  clock.advance(DAY);
  await insert('b');
  clock.advance(DAY);
  const pruning = definePruning({
    job: 'answer.prune',
    keptFor: () => DAY,
    forget: async (db, { now, keep }) => void (await reportStore.prune(db, now - keep)),
    holdsMore: async (db) => (await reportStore.find(db, 'b')) !== undefined,
  });
  const withPolicy = { ...services, policy: { current: () => ({}) as Policy } };
  await pruning.prune(database.db, withPolicy);
  expect(await reportStore.find(database.db, 'a')).toBeUndefined();
  expect(jobs).toMatchObject([{ key: 'answer.prune', dueAt: clock.now() + DAY }]);
  const job = pruning.job(withPolicy);
  expect(await job.handle({}, { ...run, now: clock.now() })).toEqual({ again: clock.now() + DAY });
  expect(await job.handle({}, { ...run, now: clock.now() + SECOND })).toEqual({ end: 'done' });
});
