import { sql } from 'kysely';
import { iso } from '../lib/clock.ts';
import type { Database } from '../storage/database.ts';
import { NOTICE } from './notice.ts';

/**
 * Forgets what was told once, is never edited and was sent, or given up, before a moment.
 * @param kinds of subjects that are told once
 */
export const pruneTold = async ({ db }: Database, kinds: readonly string[], before: number): Promise<void> => {
  for (const kind of kinds) {
    await db
      .deleteFrom('deliveries')
      .where('subject', 'like', `${kind}:%`)
      .where('state', '!=', 'ready')
      .where('created_at', '<', iso(before))
      .execute();
  }
  await db
    .deleteFrom('notices')
    .where('created_at', '<', iso(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .where('deliveries.subject', '=', sql<string>`${`${NOTICE}:`} || notices.id`),
        ),
      ),
    )
    .execute();
};
