import { removalsJob } from '#features/administration/revocation.ts';
import { insertRevocation } from '#features/administration/store.ts';
import type { Services } from '#features/feature.ts';
import { migrations } from '#features/migrations.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { people } from '../../../sandbox/world.ts';
import columns from '../../fixtures/deciding-columns.json' with { type: 'json' };
import { openTestAudit } from '../../support/audit.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const deciding = Object.entries(columns.revocations).flatMap(([column, is]) => (is === 'compared' ? [column] : []));

/** @param column that somebody edits between the revocation and its removals @returns whose access is read to be removed */
const removedAfter = async (column?: string): Promise<readonly string[]> => {
  const clock = createManualClock(0);
  const database = await openDatabase('sqlite::memory:', migrations);
  const audit = await openTestAudit(database, clock);
  const { db } = database;
  const [person, by] = [people.cy, { ...people.bo, language: 'en' }];
  const lists = { ended: [], voided: [], stopped: [], sent: [], underWay: [] };
  const made = { id: 'r1', version: 1, person, by, reason: 'taken over', ...lists, conversationId: 'c', at: 0 };
  await insertRevocation(db, 'source', made);
  const detail = { revocation: 'r1', reason: made.reason, ...lists };
  await audit.record({ target: person.objectId, actor: by.objectId, event: 'access revoked', detail });
  if (column)
    await db
      .updateTable('revocations')
      .set({ [column]: column.endsWith('json') ? '["x"]' : 'x' })
      .execute();
  const read: string[] = [];
  const removals = async (question: { readonly person: string }) => {
    read.push(question.person);
    return [];
  };
  const policy = { current: () => ({ people: [], identityOf: (id: string) => id }) };
  const outbox = { touch: async () => {} };
  const services = { ...{ database, audit, clock, policy, outbox, removals }, log: silentLog } as unknown as Services;
  const [row] = await db.selectFrom('revocations').select('id').execute();
  const run = { id: 'run', now: 0, attempts: 1, stopping: () => false };
  await removalsJob({ ...services, changes: { find: async () => undefined } as never }).handle(
    { revocation: row?.id ?? '' },
    run as never,
  );
  await database.close();
  return read;
};

it('what an administrator revoked is removed', async () => {
  expect(await removedAfter()).toEqual([people.cy.objectId]);
});

it.each(deciding)('nothing is removed for a revocation whose row has another %s than the audit', async (column) => {
  expect(await removedAfter(column)).toEqual([]);
});
