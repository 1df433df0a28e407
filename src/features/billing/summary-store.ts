import type { Selectable } from 'kysely';
import { affectsOne } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';

/** A summary that a conversation gets every month. */
interface SummaryTable {
  id: string;
  /** The policy's key. */
  account: string;
  /** Without `;messageid=`. */
  conversation_id: string;
  day: number;
  minute: number;
  zone: string;
  language: string;
  created_by: string;
  created_by_name: string;
  /** The last month that was posted, as 2026-11. */
  last_month: string | null;
  created_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    billing_summaries: SummaryTable;
  }
}

export type SummaryRow = Selectable<SummaryTable>;

export const findSummary = (db: Db, id: string): Promise<SummaryRow | undefined> =>
  db.selectFrom('billing_summaries').selectAll().where('id', '=', id).executeTakeFirst();

/** Those of a conversation, by account. */
export const summariesIn = (db: Db, conversationId: string): Promise<SummaryRow[]> =>
  db
    .selectFrom('billing_summaries')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('account')
    .execute();

/** A conversation has one summary of an account: another one changes its time. @returns the row as it is then */
export const saveSummary = async (db: Db, row: SummaryRow): Promise<SummaryRow> => {
  const { day, minute, zone, language, created_by, created_by_name } = row;
  return db
    .insertInto('billing_summaries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'conversation_id'])
        .doUpdateSet({ day, minute, zone, language, created_by, created_by_name }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** @returns false if somebody else was faster */
export const deleteSummary = (db: Db, id: string): Promise<boolean> =>
  affectsOne(db.deleteFrom('billing_summaries').where('id', '=', id));

/** Takes a month for posting. @returns false for one that was taken before */
export const beginMonth = (db: Db, id: string, month: string): Promise<boolean> =>
  affectsOne(
    db
      .updateTable('billing_summaries')
      .set({ last_month: month })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_month', 'is', null), eb('last_month', '<', month)])),
  );

export const summaryMigrations: Migrations = {
  'billing-summaries-001': async (db) => {
    await createTable(db, 'billing_summaries', {
      key: 'id',
      texts: ['account', 'conversation_id', 'zone', 'language', 'created_by', 'created_by_name', 'created_at'],
      numbers: ['day', 'minute'],
      optional: ['last_month'],
    })
      .addUniqueConstraint('billing_summaries_one', ['conversation_id', 'account'])
      .execute();
  },
};
