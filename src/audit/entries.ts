import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../storage/database.ts';
import type { AuditEvent } from './events.ts';

/** Whether the audit has one of these events about a change, or about what else bears this id. */
export const hasEvent = async (db: Db, about: string, events: readonly AuditEvent[]): Promise<boolean> => {
  const of = db.selectFrom('audit').select('seq').where('change_id', '=', about).where('event', 'in', events);
  return (await of.limit(1).executeTakeFirst()) !== undefined;
};

const inForce = z.object({ after: z.string() });

/** @returns the SHA-256 of the policy that last came into force by this store's audit; undefined before the first one */
export const lastPolicy = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('audit')
    .select('detail_json')
    // In the text of the statement, so that the index of these entries is used.
    .where('event', '=', sql.lit('policy in force' satisfies AuditEvent))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = inForce.safeParse(row && JSON.parse(row.detail_json));
  return entry.data?.after;
};
