import type { Services } from '#features/feature.ts';
import { translationPruning } from '#features/translation/jobs.ts';
import { usageMigrations } from '#features/translation/meter/usage-store.ts';
import { translationSection } from '#features/translation/policy.ts';
import { saveMessage, translationMigrations } from '#features/translation/store.ts';
import { createResponseCache, responseMigrations } from '#features/translation/translator/response-store.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { DAY } from '#platform/lib/clock.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';

let database: Database;
afterEach(() => database.close());

/** The job alone, with nothing new to translate. */
const setUp = async (fill: (services: Services) => Promise<void>) => {
  database = await openDatabase('sqlite::memory:', {
    ...translationMigrations,
    ...responseMigrations,
    ...usageMigrations,
  });
  const policy = createTestPolicy('translation: { keep: 2 days }', [translationSection]);
  const clock = createManualClock();
  const services = { database, policy, clock } as unknown as Services;
  await fill(services);
  const rows = async (): Promise<number> => {
    const tables = ['translation_messages', 'translation_answers'] as const;
    const found = await Promise.all(tables.map((table) => database.db.selectFrom(table).selectAll().execute()));
    return found.flat().length;
  };
  const run = () => translationPruning.job(services).handle({}, { now: clock.now() } as JobRun);
  return { clock, rows, run };
};

it.each([
  [
    'a cached response',
    ({ database: _, ...services }: Services) =>
      createResponseCache({ ...services, database }).save([
        [
          {
            ...{ conversation: 'a', text: 'x', textType: 'plain', to: 'de' },
            ...{ profanity: 'NoAction', allowFallback: true, alignment: false },
          },
          { text: 'y', custom: false },
        ],
      ]),
  ],
  [
    'a message that was never translated',
    ({ clock }: Services) =>
      saveMessage(database.db, clock.now(), { id: 'm', askedBy: 'ana', message: { kind: 'text', content: 'x' } }),
  ],
])('%s is deleted after the retention time, and then the job ends', async (_what, fill) => {
  const { clock, rows, run } = await setUp(fill);
  clock.advance(2 * DAY - 1_000);
  expect(await run()).toEqual({ again: clock.now() + DAY });
  expect(await rows()).toBe(1);
  clock.advance(DAY);
  expect(await run()).toEqual({ end: 'done' });
  expect(await rows()).toBe(0);
});
