import { type Audit, createAudit } from '#platform/audit/audit.ts';
import type { Refused } from '#platform/audit/refusals.ts';
import { auditMigrations } from '#platform/audit/tables.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { openTestAudit, testKey } from '../../support/audit.ts';
import { describeStores } from '../../support/database.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { rowsOf } from './chain.ts';

const press: Refused = { target: 'c1', actor: 'ana', conversation: 'approvals', reason: 'own' };

describeStores((_kind, open) => {
  const opened = async (): Promise<{ database: Database; audit: Audit; clock: ManualClock }> => {
    const [database, clock] = [await open(auditMigrations), createManualClock()];
    return { database, audit: await openTestAudit(database, clock), clock };
  };
  const entries = async (database: Database) =>
    (await rowsOf(database))
      .filter(({ event }) => event === 'refused')
      .map(({ actor, detail_json }) => ({ actor, ...JSON.parse(detail_json) }));
  const first = { actor: 'ana', why: 'own', conversation: 'approvals' };

  it('500 refused presses of one person make one entry at once and one entry with their number', async () => {
    const { database, audit, clock } = await opened();
    for (let n = 0; n < 500; n += 1) await audit.refused(press);
    expect(await entries(database)).toEqual([first]);
    clock.advance(5 * MINUTE);
    await audit.refused({ ...press, reason: 'notDecider' });
    expect(await entries(database)).toEqual([first, { ...first, more: 499 }, { ...first, why: 'notDecider' }]);
  });

  it('a refusal with another request, person, conversation or reason gets its own entry', async () => {
    const { database, audit } = await opened();
    const others = [{ target: 'c2' }, { actor: 'bo' }, { conversation: 'alerts' }, { reason: 'notDecider' }];
    for (const other of [{}, ...others]) await audit.refused({ ...press, ...other });
    expect(await entries(database)).toHaveLength(5);
  });

  it('refusals of one person on a hundred requests make one entry for each of twenty, and one for all others without a conversation', async () => {
    const { database, audit } = await opened();
    for (let n = 0; n < 100; n += 1) await audit.refused({ ...press, target: `c${n}` });
    await audit.stop();
    expect(await entries(database)).toEqual([
      ...Array.from({ length: 20 }, () => first),
      { ...first, conversation: '' },
      { ...first, conversation: '', more: 79 },
    ]);
  });

  it('however many conversations and reasons a dozen people fill, each other person is in the audit by name', async () => {
    const { database, audit } = await opened();
    for (let n = 0; n < 1_500; n += 1) await audit.refused({ ...press, actor: 'fi', conversation: `chat ${n}` });
    expect(await entries(database)).toHaveLength(21);
    for (let n = 0; n < 400; n += 1)
      await audit.refused({
        ...press,
        actor: `person ${n % 12}`,
        conversation: `chat ${n}`,
        reason: `reason ${n % 7}`,
      });
    await audit.refused({ ...press, actor: 'bo' });
    const written = await entries(database);
    expect(written.at(-1)).toEqual({ ...first, actor: 'bo' });
    expect(written.length).toBeLessThan(400);
  });

  it('the same refusal some minutes later makes a new entry', async () => {
    const { database, audit, clock } = await opened();
    await audit.refused(press);
    clock.advance(5 * MINUTE);
    await audit.refused(press);
    expect(await entries(database)).toEqual([first, first]);
  });

  it('counted refusals are written when Steward stops', async () => {
    const { database, audit } = await opened();
    await audit.refused(press);
    await audit.refused(press);
    await audit.stop();
    expect(await entries(database)).toEqual([first, { ...first, more: 1 }]);
  });

  it('refusals of a thousand people make far fewer entries, and their number is complete', async () => {
    const { database, audit } = await opened();
    for (let n = 0; n < 1_000; n += 1) await audit.refused({ ...press, actor: `person ${n}` });
    await audit.stop();
    const written = await entries(database);
    expect(written.length).toBeLessThan(205);
    expect(written.reduce((sum, { more = 1 }) => sum + more, 0)).toBe(1_000);
  });

  it('a refusal stands although its entry cannot be written', async () => {
    const { database, clock } = await opened();
    const failing = { ...database, transaction: () => Promise.reject(new Error('no database')) };
    await createAudit({ database: failing, key: testKey, clock, log: silentLog }).refused(press);
    expect(await entries(database)).toEqual([]);
  });
});
