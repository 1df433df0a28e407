import { createFormRecords, createFormStorage, type FormRecord, formMigrations } from '#bot/forms/form-store.ts';
import { idempotencyMigrations } from '#bot/turn/idempotency.ts';
import { DAY } from '#platform/lib/clock.ts';
import { describeEmptyStores, describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const MOST = 3;
const migrations = { ...idempotencyMigrations, ...formMigrations };

describeStores((_kind, open) => {
  const setUp = async () => {
    const database = await open(migrations);
    const clock = createManualClock();
    const storage = createFormStorage(database, clock, () => MOST);
    const fill = async (...keys: string[]): Promise<void> => {
      for (const key of keys) {
        clock.advance(1_000);
        await storage.write({ [key]: { answers: key } });
      }
    };
    const kept = async (...keys: string[]) => Object.keys(await storage.read(keys)).sort();
    return { fill, kept, clock, database, records: createFormRecords(database, clock) };
  };

  it('keeps a limited number of forms of one person: the most recently used', async () => {
    const { fill, kept } = await setUp();
    await fill('one|ana', 'two|ana', 'three|ana', 'one|ana', 'four|ana');
    expect(await kept('one|ana', 'two|ana', 'three|ana', 'four|ana')).toEqual(['four|ana', 'one|ana', 'three|ana']);
  });

  it('the forms of one person do not close those of another', async () => {
    const { fill, kept } = await setUp();
    await fill('one|bo', 'one|ana', 'two|ana', 'three|ana', 'four|ana');
    expect(await kept('one|bo')).toEqual(['one|bo']);
  });

  const card = { conversationId: '19:c', activityId: '1' };
  const open1 = { form: 'trip', id: 'f1', answers: { goal: 'sea' }, asked: ['goal'], card };

  it('a record holds the answers and the card of a form, by its id', async () => {
    const { records } = await setUp();
    await records.save('ana', open1);
    const found: FormRecord = { owner: 'ana', answers: { goal: 'sea' }, card, ended: false };
    expect([await records.find('f1'), await records.find('f2')]).toEqual([found, undefined]);
  });

  it('a submitted form keeps its owner and loses its answers', async () => {
    const { records } = await setUp();
    await records.save('ana', open1);
    await records.end('f1');
    expect(await records.find('f1')).toEqual({ owner: 'ana', answers: {}, card: undefined, ended: true });
  });

  it('a record is deleted a day after it was saved', async () => {
    const { records, clock } = await setUp();
    await records.save('ana', open1);
    clock.advance(DAY - 1);
    await records.prune();
    const before = await records.find('f1');
    clock.advance(1);
    await records.prune();
    expect([before?.owner, await records.find('f1')]).toEqual(['ana', undefined]);
  });
});

describeEmptyStores((_kind, open) => {
  it('an upgrade keeps the records that older versions stored as answers to activities', async () => {
    const older = Object.entries(formMigrations).filter(([name]) => name !== 'seen-002-form-records');
    const old = await open({ ...idempotencyMigrations, ...Object.fromEntries(older) });
    const seen_at = '2026-01-01T00:00:00.000Z';
    const answers = {
      'form f1': { owner: 'ana', answers: { goal: 'sea' }, card: { conversationId: '19:c', activityId: '1' } },
      'form f2': { owner: 'bo', ended: true },
      'message 19:c 1': { text: 'an answer to a message' },
    };
    for (const [key, body] of Object.entries(answers)) {
      const answer_json = JSON.stringify({ status: 200, body });
      await old.db
        .insertInto('seen_activities')
        .values({ key, answer_json, seen_at, claimed_until: seen_at })
        .execute();
    }
    const database = await open(migrations);
    const records = createFormRecords(database, createManualClock());
    const left = await database.db.selectFrom('seen_activities').select('key').execute();
    expect([await records.find('f1'), await records.find('f2'), left]).toEqual([
      { ...answers['form f1'], ended: false },
      { owner: 'bo', answers: {}, card: undefined, ended: true },
      [{ key: 'message 19:c 1' }],
    ]);
  });
});
