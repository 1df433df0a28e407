import { auditKeyOf, keyedHash, plainHash } from '#platform/audit/chain.ts';
import { verifyAudit } from '#platform/audit/entries.ts';
import { beginKeyed } from '#platform/audit/open-audit.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { Secret } from '#platform/lib/secret.ts';
import type { Database } from '#platform/storage/database.ts';
import { openTestAudit, testKey } from '../../support/audit.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { chained, entryFor, replaceAll, rowsOf, withoutKeyedEntry, writeUnkeyed } from './chain.ts';

const clock = createManualClock();
const otherKey = auditKeyOf(new Secret('another key, which is just as long as it has to be'));
const adopt = async (): Promise<void> => {};

describeStores((_kind, open) => {
  /** Five entries, the first of which keys the chain. */
  const written = async (): Promise<Database> => {
    const database = await open(auditMigrations);
    const audit = await openTestAudit(database, clock);
    for (const number of [2, 3, 4, 5]) await audit.record(entryFor(`c${number}`));
    return database;
  };
  /** Two entries of an older Steward, the one that keys the chain, and two more. */
  const upgraded = async (): Promise<Database> => {
    const database = await open(auditMigrations);
    await writeUnkeyed(database, 2);
    const audit = await openTestAudit(database, clock);
    for (const number of [4, 5]) await audit.record(entryFor(`c${number}`));
    return database;
  };
  const verdict = ({ db }: Database) => verifyAudit(db, testKey);
  const headOf = async (database: Database) => {
    const { seq, hash } = (await rowsOf(database)).at(-1) ?? { seq: 0, hash: '' };
    return { seq, hash };
  };

  const columns = ['at', 'change_id', 'actor', 'event', 'detail_json', 'hash'] as const;
  it.each(columns)('an edited %s is found at its entry', async (column) => {
    const database = await written();
    await database.db
      .updateTable('audit')
      .set({ [column]: 'something else' })
      .where('seq', '=', 3)
      .execute();
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 3 });
  });

  it.each([1, 3, 4])('the loss of entry %i is found', async (seq) => {
    const database = await written();
    await database.db.deleteFrom('audit').where('seq', '=', seq).execute();
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq });
  });

  it('the loss of an entry is found although the later entries were renumbered', async () => {
    const database = await written();
    const rows = (await rowsOf(database)).filter(({ seq }) => seq !== 2);
    await replaceAll(
      database,
      rows.map((row, index) => ({ ...row, seq: index + 1 })),
    );
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 2 });
  });

  it('two entries that changed places are found', async () => {
    const database = await written();
    const place: Readonly<Record<number, number>> = { 2: 4, 4: 2 };
    const rows = await rowsOf(database);
    await replaceAll(
      database,
      rows.map((row) => ({ ...row, seq: place[row.seq] ?? row.seq })),
    );
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 2 });
  });

  it('an entry that was written past the engine is found', async () => {
    const database = await written();
    const rows = await rowsOf(database);
    await replaceAll(database, [...rows, { ...(rows[4] as (typeof rows)[number]), seq: 6 }]);
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 6 });
  });

  it('an entry without a key after those that have one is found', async () => {
    const database = await written();
    const rows = await rowsOf(database);
    const { hash: before, ...last } = rows[4] as (typeof rows)[number];
    const forged = { ...last, seq: 6 };
    await replaceAll(database, [...rows, { ...forged, hash: plainHash(before, forged) }]);
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 6 });
  });

  it('an entry before the first one is found', async () => {
    const database = await written();
    const [first] = await rowsOf(database);
    await database.db
      .insertInto('audit')
      .values({ ...(first as NonNullable<typeof first>), seq: 0 })
      .execute();
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 1 });
  });

  it('entries cut off at the end are found by an earlier head, and the key alone does not see them', async () => {
    const database = await written();
    const head = await headOf(database);
    await database.db.deleteFrom('audit').where('seq', '>', 3).execute();
    expect(await verdict(database)).toMatchObject({ ok: true, head: { seq: 3 } });
    expect(await verifyAudit(database.db, testKey, [head])).toEqual({ ok: false, why: 'short', seq: 3 });
  });

  it('an audit without any entry is not valid', async () => {
    const database = await written();
    const head = await headOf(database);
    await replaceAll(database, []);
    expect(await verdict(database)).toEqual({ ok: false, why: 'unkeyed', seq: 0 });
    expect(await verifyAudit(database.db, testKey, [head])).toEqual({ ok: false, why: 'short', seq: 0 });
  });

  it('a cut is found by an earlier head, although a head that was logged after the cut fits', async () => {
    const database = await written();
    const head = await headOf(database);
    await database.db.deleteFrom('audit').where('seq', '>', 3).execute();
    const audit = await openTestAudit(database, clock);
    for (const name of ['x', 'y']) await audit.record(entryFor(name));
    const ofSameNumber = await headOf(database);
    expect(ofSameNumber.seq).toBe(head.seq);
    expect(await verifyAudit(database.db, testKey, [head, ofSameNumber])).toMatchObject({ ok: false, why: 'head' });
    await audit.record(entryFor('z'));
    const later = await headOf(database);
    expect(await verifyAudit(database.db, testKey, [later])).toMatchObject({ ok: true });
    expect(await verifyAudit(database.db, testKey, [head, later])).toEqual({ ok: false, why: 'head', seq: 5 });
  });

  it('a chain that was recomputed without the key is found', async () => {
    const database = await written();
    const rows = (await rowsOf(database)).map((row) => ({ ...row, actor: 'nobody' }));
    await replaceAll(database, chained(rows));
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 1 });
  });

  it('a chain that was recomputed as an unkeyed chain is found', async () => {
    const database = await written();
    await replaceAll(database, chained(withoutKeyedEntry(await rowsOf(database))));
    expect(await verdict(database)).toEqual({ ok: false, why: 'unkeyed', seq: 4 });
  });

  it('a chain that was recomputed with another key is found', async () => {
    const database = await written();
    const rows = await rowsOf(database);
    await replaceAll(
      database,
      chained(rows, (before, row) => keyedHash(otherKey, before, row)),
    );
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 1 });
  });

  it('a chain of an older Steward is continued with keyed entries', async () => {
    expect(await verdict(await upgraded())).toMatchObject({ ok: true, head: { seq: 5 }, keyedFrom: 3 });
  });

  it('a change of an entry of an older Steward is found, although its hash needs no key', async () => {
    const database = await upgraded();
    const rows = await rowsOf(database);
    const forged = chained(rows.slice(0, 2).map((row) => ({ ...row, actor: 'nobody' })));
    await replaceAll(database, [...forged, ...rows.slice(2)]);
    expect(await verdict(database)).toEqual({ ok: false, why: 'entry', seq: 3 });
  });

  it('two processes that start at once key the chain once', async () => {
    const both = [await open(auditMigrations), await open(auditMigrations)];
    await writeUnkeyed(both[0] as Database, 2);
    await Promise.all(both.map((database) => beginKeyed({ database, key: testKey, now: 0, adopt })));
    expect(await verdict(both[0] as Database)).toMatchObject({ ok: true, head: { seq: 3 }, keyedFrom: 3 });
  });
});
