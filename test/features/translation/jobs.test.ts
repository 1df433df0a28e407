import type { Turn } from '#bot/turn/turn.ts';
import type { TranslationQuery } from '#cloud/operations/translation.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Services } from '#features/feature.ts';
import { ownTranslation, pressTranslation } from '#features/translation/chat/translation-controller.ts';
import { termMigrations } from '#features/translation/glossary/term-store.ts';
import { translateJob } from '#features/translation/jobs.ts';
import { usageMigrations } from '#features/translation/meter/usage-store.ts';
import { translationSection } from '#features/translation/policy.ts';
import { newTranslation, takeShowing, translationMigrations, translationStore } from '#features/translation/store.ts';
import { firstView, loadTranslation, readDestination } from '#features/translation/translation.ts';
import { responseMigrations } from '#features/translation/translator/response-store.ts';
import type { JobOutcome, JobRun } from '#platform/jobs/jobs.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { pretend } from '../../support/pretended-translator.ts';
import { asker, orderOf } from '../../support/translating.ts';

const ID = 'translation-1';
const words = loadTexts().for('en');
const HOLD = 1_500;

let database: Database;
beforeEach(async () => {
  const migrations = { ...translationMigrations, ...responseMigrations, ...termMigrations, ...usageMigrations };
  database = await openDatabase('sqlite::memory:', migrations);
});
afterEach(() => database.close());

/** One order with a turn that waits for it, and an outbox that only records. */
const setUp = async (use = 'everyone') => {
  const clock = createManualClock();
  const calls: TranslationQuery[] = [];
  const delivered: unknown[] = [];
  const services = {
    ...{ database, clock, ids: randomIds, log: silentLog },
    policy: createTestPolicy(`translation: { use: ${use} }`, [translationSection]),
    jobs: { schedule: async () => {} },
    outbox: {
      touch: async () => {},
      deliver: async (_trx: unknown, delivery: unknown) => void delivered.push(delivery),
    },
    vendor: {
      profile: profileOf('Vendor'),
      requireService: () => {},
      call: async (_operation: unknown, question: TranslationQuery) => {
        calls.push(question);
        return pretend(question, { say: (text) => text.toUpperCase() });
      },
    },
  } as unknown as Services;
  await translationStore.insert(database.db, clock.now(), {
    ...newTranslation(clock.now()),
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

it('the job delivers the card only after the time in which a turn may show it', async () => {
  const { clock, run, delivered } = await setUp();
  await run();
  expect(await run()).toEqual({ again: clock.now() + HOLD });
  expect(delivered).toEqual([]);
  clock.advance(HOLD);
  expect(await run()).toEqual({ end: 'done' });
  expect(delivered).toEqual([expect.objectContaining({ subject: `translation:${ID}`, to: { person: 'ana' } })]);
});

it('a translation that a turn has shown is not delivered again', async () => {
  const { clock, run, delivered } = await setUp();
  await run();
  expect(await takeShowing(database.db, ID)).toBe(true);
  clock.advance(HOLD);
  expect(await run()).toEqual({ end: 'done' });
  expect(delivered).toEqual([]);
});

it('after a crash between response and row, the next run pays nothing', async () => {
  const { run, calls, services } = await setUp();
  const dying: Services = {
    ...services,
    database: { ...database, transaction: () => Promise.reject(new Error('killed')) },
  };
  await expect(run(dying)).rejects.toThrow('killed');
  await run();
  const row = await translationStore.find(database.db, ID);
  expect([row?.state, row?.outcome_json?.includes('THE LEDGER IS DOWN'), calls.length]).toEqual(['done', true, 1]);
});

it('a run does not overwrite an order that was changed meanwhile', async () => {
  const { run, services } = await setUp();
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
  expect((await translationStore.find(database.db, ID))?.state).toBe('waiting');
});

const turn = {
  who: { objectId: 'ana' },
  where: { conversationId: 'c' },
  dialog: true,
  words: words,
} as unknown as Turn;
const row = async () => {
  const found = await translationStore.find(database.db, ID);
  if (!found) throw new Error('no such translation');
  return found;
};
/** Asks for it word by word, and lets the job work on it before the turn has waited. */
const showAlignment = async ({ services, run }: Awaited<ReturnType<typeof setUp>>, job: Services = services) => {
  const pressed = pressTranslation(turn, services, ID, { order: (order) => ({ ...order, alignment: true }) });
  while ((await row()).state !== 'waiting') await new Promise(setImmediate);
  await run(job);
  await pressed;
};

it('an order that is changed days later has its whole time', async () => {
  const t = await setUp();
  await t.run();
  t.clock.advance(2 * DAY);
  await showAlignment(t);
  expect(loadTranslation(await row())).toMatchObject({ order: { alignment: true }, state: { is: 'done' } });
});

it('a changed order that is refused keeps the result before, with the reason', async () => {
  const t = await setUp();
  await t.run();
  const refusing = { ...t.services, policy: createTestPolicy('translation: { use: [] }', [translationSection]) };
  await showAlignment(t, refusing);
  const { order, view, state } = loadTranslation(await row());
  expect(order.alignment).toBe(false);
  expect(view.face).toBe('texts');
  expect(state).toMatchObject({ is: 'done', note: { why: 'translation.refused.notAllowed' } });
});

it('a row of an earlier release is read, and a press does not send its order again', async () => {
  const { run, services, calls } = await setUp();
  await run();
  const { alignment: _, ...order } = JSON.parse((await row()).order_json);
  const order_json = JSON.stringify({ ...order, curious: true });
  const view_json = JSON.stringify({ page: 0, face: 'curious' });
  const postedAs = { conversationId: 'c', activityId: '1' };
  const reach_json = JSON.stringify({ to: { person: 'ana' }, standsAs: postedAs });
  await database.db.updateTable('translations').set({ order_json, view_json, reach_json }).execute();
  expect(readDestination(await row())).toEqual({ to: { person: 'ana' }, postedAs });
  expect(loadTranslation(await row())).toMatchObject({ order: { alignment: true }, view: { face: 'alignment' } });
  await pressTranslation(turn, services, ID, { view: (view) => ({ ...view, page: 0 }) });
  expect([calls.length, (await row()).state]).toEqual([1, 'done']);
});

it('without the right to translate neither job nor press send anything', async () => {
  const { run, calls, services } = await setUp('[]');
  await run();
  expect(loadTranslation(await row()).state).toMatchObject({ is: 'failed', why: 'translation.refused.notAllowed' });
  const again = pressTranslation(turn, services, ID, { order: (order) => ({ ...order, alignment: true }) });
  await expect(again).rejects.toThrow('Policy.NotAllowed');
  expect(calls).toEqual([]);
});

it('two orders of one person run at once; the third waits, other people do not', async () => {
  const { clock, services } = await setUp();
  const { source: _, ...first } = await row();
  for (const [id, asked_by] of [
    ['a', 'ana'],
    ['b', 'ana'],
    ['c', 'bo'],
  ] as const) {
    await translationStore.insert(database.db, clock.now(), {
      ...first,
      id,
      asked_by,
      source: id,
    });
  }
  let entered = 0;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const vendor = {
    ...services.vendor,
    call: async (operation: never, question: never) => {
      entered += 1;
      await gate;
      return services.vendor.call(operation, question);
    },
  };
  const { handle } = translateJob({ ...services, vendor } as Services);
  const start = (translation: string) =>
    handle({ translation }, { id: 'job', attempt: 1, now: clock.now(), stopping: () => false });
  const under = [start(ID), start('a')];
  while (entered < 2) await new Promise(setImmediate);
  const third = start('b');
  const other = start('c');
  expect(await third).toEqual({ again: clock.now() + 1_000 });
  open();
  await Promise.all([...under, other]);
  expect((await translationStore.find(database.db, 'c'))?.state).toBe('done');
});

it('the translation of texts that a card hides now is deleted', async () => {
  const { services, run } = await setUp();
  await run();
  const thing_json = JSON.stringify({ subject: 'alert:1', conversationId: 'channel' });
  await database.db.updateTable('translations').set({ thing_json }).execute();
  let texts: readonly string[] | undefined = ['the ledger is up'];
  const seen: string[] = [];
  const registry = () => ({
    translatable: () => ({
      texts: async (_id: string, { where }: Turn) => {
        seen.push(where.conversationId);
        return texts;
      },
    }),
  });
  const asking = { ...services, registry } as unknown as Services;
  expect(await ownTranslation(turn, asking, ID)).toMatchObject({ message: { content: 'the ledger is up' } });
  expect(seen).toEqual(['channel']);
  texts = undefined;
  expect(await ownTranslation(turn, asking, ID)).toMatchObject({ text: 'translation.gone' });
  expect(await translationStore.find(database.db, ID)).toBeUndefined();
});
