import { createAudit } from '#platform/audit/audit.ts';
import { verifyAudit } from '#platform/audit/entries.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import { openTestAudit, testKey } from '../../support/audit.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { chained, entryFor, replaceAll, rowsOf } from './chain.ts';

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

/** An audit over a store with two entries, and the lines of its log. */
const opened = async (open: OpenStore) => {
  const database = await open(auditMigrations);
  await (await openTestAudit(database, clock)).record(entryFor('c'));
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const audit = createAudit({ database, key: testKey, clock, log });
  const heads = () => lines.filter(({ msg }) => msg === 'audit.head').map(({ seq, hash }) => ({ seq, hash }));
  return { database, audit, heads, lines };
};

describeStores((_kind, open) => {
  it('the head is logged at the start and at the end, and verifies the chain later', async () => {
    const { database, audit, heads } = await opened(open);
    await audit.start();
    await audit.record(entryFor('d'));
    await audit.stop();
    const rows = await rowsOf(database);
    expect(heads()).toEqual([rows[1], rows[2]].map((row) => ({ seq: row?.seq, hash: row?.hash })));
    const logged = heads() as { seq: number; hash: string }[];
    expect(await verifyAudit(database.db, testKey, logged)).toMatchObject({ ok: true });
  });

  it('an unchanged head is not logged a second time', async () => {
    const { audit, heads } = await opened(open);
    await audit.start();
    await audit.stop();
    expect(heads()).toHaveLength(1);
  });

  it('a listener is called at the next head when the logged entry was changed or removed', async () => {
    const { database, audit, lines } = await opened(open);
    const broken: number[] = [];
    audit.onBroken(async (seq) => void broken.push(seq));
    await audit.start();
    await replaceAll(database, chained(await rowsOf(database)));
    await audit.stop();
    expect(broken).toEqual([2]);
    expect(lines.filter(({ msg }) => msg === 'audit.broken')).toHaveLength(1);
  });
});

describe('while there are new entries', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('the head is logged once a minute', async () => {
    const { database, audit, heads } = await opened((migrations) => openDatabase('sqlite::memory:', migrations));
    await audit.start();
    await audit.record(entryFor('d'));
    await jest.advanceTimersByTimeAsync(MINUTE);
    await audit.record(entryFor('e'));
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    await audit.stop({ drain: false });
    await database.close();
    expect(heads().map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });
});
