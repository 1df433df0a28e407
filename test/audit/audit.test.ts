import { createAudit, verifyAudit } from '../../src/audit/audit.ts';
import { auditMigrations } from '../../src/audit/tables.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeStores } from '../support/database.ts';
import { createManualClock } from '../support/manual-clock.ts';

const audit = createAudit({ clock: createManualClock() });

const append = (database: Database, name: string): Promise<void> =>
  database.transaction((trx) =>
    audit.append(trx, { about: name, actor: 'somebody', event: 'asked', detail: { name } }),
  );

describeStores((_kind, open) => {
  const written = async (count: number): Promise<Database> => {
    const database = await open(auditMigrations);
    for (let number = 1; number <= count; number += 1) await append(database, `c${number}`);
    return database;
  };

  it('entries of many at once stand in one line that holds', async () => {
    const handles = [await open(auditMigrations), await open(auditMigrations)] as const;
    await Promise.all(Array.from({ length: 30 }, (_none, index) => append(handles[index % 2 ? 0 : 1], `c${index}`)));
    expect(await verifyAudit(handles[0].db)).toEqual({ ok: true, entries: 30 });
  });

  it('an entry of a transaction that is taken back leaves no gap', async () => {
    const database = await written(2);
    const failing = database.transaction(async (trx) => {
      await audit.append(trx, { about: 'c', actor: 'somebody', event: 'asked', detail: {} });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await append(database, 'c3');
    expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 3 });
  });

  const columns = ['at', 'change_id', 'actor', 'event', 'detail_json', 'hash'] as const;
  it.each(columns)('an edited %s is found where it stands', async (column) => {
    const database = await written(5);
    await database.db
      .updateTable('audit')
      .set({ [column]: 'something else' })
      .where('seq', '=', 3)
      .execute();
    expect(await verifyAudit(database.db)).toEqual({ ok: false, seq: 3 });
  });

  it.each([1, 3, 5])('the loss of entry %i is found', async (seq) => {
    const database = await written(5);
    await database.db.deleteFrom('audit').where('seq', '=', seq).execute();
    expect(await verifyAudit(database.db)).toEqual({ ok: false, seq });
  });

  it('the loss of an entry is found though the later ones were numbered anew', async () => {
    const database = await written(5);
    await database.db.deleteFrom('audit').where('seq', '=', 2).execute();
    for (const seq of [3, 4, 5]) {
      await database.db
        .updateTable('audit')
        .set({ seq: seq - 1 })
        .where('seq', '=', seq)
        .execute();
    }
    expect(await verifyAudit(database.db)).toEqual({ ok: false, seq: 2 });
  });

  it('two entries that changed places are found', async () => {
    const database = await written(5);
    for (const [from, to] of [
      [2, 99],
      [4, 2],
      [99, 4],
    ] as const) {
      await database.db.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute();
    }
    expect(await verifyAudit(database.db)).toEqual({ ok: false, seq: 2 });
  });

  it('an entry that nobody wrote through the engine is found', async () => {
    const database = await written(2);
    const [row] = await database.db.selectFrom('audit').selectAll().where('seq', '=', 2).execute();
    if (!row) throw new Error('the entry is gone');
    await database.db
      .insertInto('audit')
      .values({ ...row, seq: 3 })
      .execute();
    expect(await verifyAudit(database.db)).toEqual({ ok: false, seq: 3 });
  });

  it('more entries than a page are walked to the end', async () => {
    const database = await open(auditMigrations);
    await database.transaction(async (trx) => {
      for (let number = 0; number < 1_001; number += 1) {
        await audit.append(trx, { about: 'c', actor: 'somebody', event: 'asked', detail: {} });
      }
    });
    expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 1_001 });
  });
});
