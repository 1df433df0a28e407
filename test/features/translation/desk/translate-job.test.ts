import type { Services } from '../../../../src/features/feature.ts';
import { answersMigrations } from '../../../../src/features/translation/answers.ts';
import { translateJob } from '../../../../src/features/translation/desk/translate-job.ts';
import { firstView } from '../../../../src/features/translation/desk/translation.ts';
import {
  findTranslation,
  insertTranslation,
  takeShowing,
  translationMigrations,
} from '../../../../src/features/translation/desk/translation-rows.ts';
import { termMigrations } from '../../../../src/features/translation/glossary/term-rows.ts';
import { usageMigrations } from '../../../../src/features/translation/meter/usage-rows.ts';
import { translationSection } from '../../../../src/features/translation/section.ts';
import type { JobOutcome, JobRun } from '../../../../src/jobs/jobs.ts';
import { iso } from '../../../../src/lib/clock.ts';
import { randomIds } from '../../../../src/lib/ids.ts';
import { silentLog } from '../../../../src/lib/logger.ts';
import { type Database, openDatabase } from '../../../../src/storage/database.ts';
import type { TranslationQuestion } from '../../../../src/vendor/operations/translation-request.ts';
import { profileOf } from '../../../../src/vendor/profile.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createTestPolicy } from '../../../support/policy.ts';
import { pretend } from '../../../support/pretended-translator.ts';
import { asker, orderOf } from '../../../support/translating.ts';

const ID = 'translation-1';
const HOLD = 1_500;

let database: Database;
beforeEach(async () => {
  const migrations = { ...translationMigrations, ...answersMigrations, ...termMigrations, ...usageMigrations };
  database = await openDatabase('sqlite::memory:', migrations);
});
afterEach(() => database.close());

/** A desk with one order on it, a turn that waits for it, and an outbox that only takes notes. */
const createDesk = async () => {
  const clock = createManualClock();
  const calls: TranslationQuestion[] = [];
  const delivered: unknown[] = [];
  const services = {
    ...{ database, clock, ids: randomIds, log: silentLog },
    policy: createTestPolicy('translation: { use: everyone }', [translationSection]),
    outbox: {
      touch: async () => {},
      wake: () => {},
      deliver: async (_trx: unknown, delivery: unknown) => void delivered.push(delivery),
    },
    vendor: {
      profile: profileOf('Vendor'),
      call: async (_operation: unknown, question: TranslationQuestion) => {
        calls.push(question);
        return pretend(question, { say: (text) => text.toUpperCase() });
      },
    },
  } as unknown as Services;
  await insertTranslation(database.db, clock.now(), {
    ...{ id: ID, source: 'said', asked_by: 'ana', language: 'en', asker_json: JSON.stringify(asker) },
    ...{
      reach_json: '{"to":{"person":"ana"}}',
      order_json: JSON.stringify(orderOf('the ledger is down', ['de'])),
      thing_json: null,
    },
    ...{ view_json: JSON.stringify(firstView), held_until: iso(clock.now() + HOLD) },
  });
  const run = (with_: Services = services): Promise<JobOutcome> => {
    const job: JobRun = { id: 'job', attempt: 1, now: clock.now(), stopping: () => false };
    return translateJob(with_).handle({ translation: ID }, job);
  };
  return { clock, calls, delivered, services, run };
};

it('while a turn waits the job hands nothing over, and does when the turn never shows it', async () => {
  const { clock, run, delivered } = await createDesk();
  await run();
  expect(await run()).toEqual({ again: clock.now() + HOLD });
  expect(delivered).toEqual([]);
  clock.advance(HOLD);
  expect(await run()).toEqual({ end: 'done' });
  expect(delivered).toEqual([expect.objectContaining({ subject: `translation:${ID}`, to: { person: 'ana' } })]);
});

it('what a turn has shown is sent nowhere else', async () => {
  const { clock, run, delivered } = await createDesk();
  await run();
  expect(await takeShowing(database.db, ID)).toBe(true);
  clock.advance(HOLD);
  expect(await run()).toEqual({ end: 'done' });
  expect(delivered).toEqual([]);
});

it('an answer of the vendor outlives a crash before it stands in the row: the next run pays for nothing', async () => {
  const { run, calls, services } = await createDesk();
  const dying: Services = {
    ...services,
    database: { ...database, transaction: () => Promise.reject(new Error('killed')) },
  };
  await expect(run(dying)).rejects.toThrow('killed');
  await run();
  const row = await findTranslation(database.db, ID);
  expect([row?.state, row?.outcome_json?.includes('THE LEDGER IS DOWN'), calls.length]).toEqual(['done', true, 1]);
});

it('what was asked differently meanwhile is not overwritten by the run before', async () => {
  const { run, services } = await createDesk();
  const slow = {
    ...services,
    vendor: {
      ...services.vendor,
      call: async (operation: never, question: never) => {
        const order_json = JSON.stringify(orderOf('the ledger is down', ['fr']));
        await database.db.updateTable('translations').set({ order_json }).execute();
        return services.vendor.call(operation, question);
      },
    },
  } as Services;
  await run(slow);
  expect((await findTranslation(database.db, ID))?.state).toBe('waiting');
});
