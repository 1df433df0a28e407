import { auditMigrations } from '#platform/audit/tables.ts';
import { verifyAudit } from '#platform/audit/verify.ts';
import type { Database } from '#platform/storage/database.ts';
import { openTestAudit, testKey } from '../../support/audit.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { entryFor } from './chain.ts';

const clock = createManualClock();
const verdict = ({ db }: Database) => verifyAudit(db, testKey);

describeStores((_kind, open) => {
  const opened = async () => {
    const database = await open(auditMigrations);
    return { database, audit: await openTestAudit(database, clock) };
  };

  it('entries that two processes write at once form one valid chain', async () => {
    const [one, two] = [await opened(), await opened()];
    const writes = Array.from({ length: 30 }, (_none, n) => (n % 2 ? one : two).audit.record(entryFor(`c${n}`)));
    await Promise.all(writes);
    expect(await verdict(one.database)).toMatchObject({ ok: true, head: { seq: 31 }, keyedFrom: 1 });
  });

  it('an entry of a transaction that is rolled back leaves no gap', async () => {
    const { database, audit } = await opened();
    await audit.record(entryFor('c1'));
    const failing = database.transaction(async (trx) => {
      await audit.append(trx, entryFor('c2'));
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await audit.record(entryFor('c3'));
    expect(await verdict(database)).toMatchObject({ ok: true, head: { seq: 3 } });
  });

  it('an audit of more than one page is verified to its end', async () => {
    const { database, audit } = await opened();
    await database.transaction(async (trx) => {
      for (let number = 0; number < 1_001; number += 1) await audit.append(trx, entryFor('c'));
    });
    expect(await verdict(database)).toMatchObject({ ok: true, head: { seq: 1_002 } });
  });
});
