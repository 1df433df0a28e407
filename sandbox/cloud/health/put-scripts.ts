import type { Trx } from '../../../src/platform/storage/database.ts';
import type { VendorTables } from '../tables.ts';
import type { Script } from './script.ts';

/**
 * Adds scripts after the existing events, in their order; a script with a known name replaces the event in its place.
 * @param reportedAt the moment that their times count from, in milliseconds since 1970
 */
export const putScripts = async (
  trx: Trx<VendorTables>,
  scripts: readonly Script[],
  reportedAt: number,
): Promise<void> => {
  const rows = scripts.map((script) => ({ name: script.name, told_at: reportedAt, script: JSON.stringify(script) }));
  await trx
    .insertInto('health_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        told_at: ref('excluded.told_at'),
        script: ref('excluded.script'),
      })),
    )
    .execute();
};
