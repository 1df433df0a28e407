import type { CreateTableBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import { iso } from '../../lib/clock.ts';
import { rowCount } from '../../storage/claim.ts';
import type { Db, Migrations } from '../../storage/database.ts';
import type { InvoiceName } from './policy.ts';
import type { InvoiceEnd, ReadingProgress } from './read-invoice.ts';

interface ReportTable {
  id: string;
  /** The activity that asked: what comes again is the same report. */
  source: string;
  kind: string;
  /** The policy's key. */
  account: string;
  /** The vendor's name of it, when it was asked: what the key means may change. */
  vendor_account: string;
  invoices_json: string;
  question_json: string;
  asked_by: string;
  /** Null in the own chat of whoever asked. */
  conversation_id: string | null;
  language: string;
  version: number;
  state: 'reading' | 'read' | 'failed';
  rows_read: number;
  rows_of: number | null;
  ends_json: string | null;
  result_json: string | null;
  why_json: string | null;
  created_at: string;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    billing_reports: ReportTable;
  }
}

export type ReportRow = Selectable<ReportTable>;

export const reportMigrations: Migrations = {
  'billing-001': {
    async up(db) {
      const texts = ['source', 'kind', 'account', 'invoices_json', 'question_json', 'asked_by', 'language', 'state'];
      let table: CreateTableBuilder<string, string> = db.schema.createTable('billing_reports');
      table = table.addColumn('id', 'text', (c) => c.primaryKey());
      for (const name of [...texts, 'created_at'] as const) table = table.addColumn(name, 'text', (c) => c.notNull());
      for (const name of ['version', 'rows_read'] as const)
        table = table.addColumn(name, 'integer', (c) => c.notNull());
      for (const name of ['conversation_id', 'ends_json', 'result_json', 'why_json'] as const) {
        table = table.addColumn(name, 'text');
      }
      await table.addColumn('rows_of', 'integer').addUniqueConstraint('billing_reports_source', ['source']).execute();
      await db.schema.createIndex('billing_reports_age').on('billing_reports').column('created_at').execute();
    },
  },
  'billing-002': {
    async up(db) {
      const table = db.schema.alterTable('billing_reports');
      await table.addColumn('vendor_account', 'text', (c) => c.notNull().defaultTo('')).execute();
    },
  },
};

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const progress = { rows: z.int(), of: z.int().optional() };
const ends = z.array(
  z.discriminatedUnion('complete', [
    z.object({ ...progress, complete: z.literal(true) }),
    z.object({ ...progress, complete: z.literal(false), why: z.string(), values }),
  ]),
);

/** JSON leaves out what is undefined. */
export const readEnds = (json: string | null): readonly InvoiceEnd[] =>
  ends.parse(JSON.parse(json ?? '[]')).map((end) => ({ ...end, of: end.of }));

export const storedInvoices: z.ZodType<readonly InvoiceName[]> = z.array(
  z.object({ title: z.string(), id: z.string() }),
);
export const storedWhy = z.object({ why: z.string(), values });

export const findReport = (db: Db, id: string): Promise<ReportRow | undefined> =>
  db.selectFrom('billing_reports').selectAll().where('id', '=', id).executeTakeFirst();

export const findReportBySource = (db: Db, source: string): Promise<ReportRow | undefined> =>
  db.selectFrom('billing_reports').selectAll().where('source', '=', source).executeTakeFirst();

type NewReport = Pick<
  ReportRow,
  | 'id'
  | 'source'
  | 'kind'
  | 'account'
  | 'vendor_account'
  | 'invoices_json'
  | 'question_json'
  | 'asked_by'
  | 'conversation_id'
  | 'language'
>;

/** @returns false when that activity has asked already */
export const insertReport = async (db: Db, now: number, report: NewReport): Promise<boolean> => {
  const inserted = await db
    .insertInto('billing_reports')
    .values({
      ...report,
      version: 1,
      state: 'reading',
      rows_read: 0,
      rows_of: null,
      ends_json: null,
      result_json: null,
      why_json: null,
      created_at: iso(now),
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst();
  return rowCount(inserted) === 1;
};

type Changes = Partial<
  Pick<ReportRow, 'question_json' | 'state' | 'rows_read' | 'rows_of' | 'ends_json' | 'result_json' | 'why_json'>
>;

/** @returns the version that its copies are to show; undefined where there is no such report any more */
export const changeReport = async (db: Db, id: string, changes: Changes): Promise<number | undefined> => {
  const row = await changing(db, id, changes).returning('version').executeTakeFirst();
  return row?.version;
};

/** As long as it is being read. @returns undefined where it is not: what a reading says that has ended counts no more */
export const changeReading = async (db: Db, id: string, changes: Changes): Promise<number | undefined> => {
  const row = await changing(db, id, changes).where('state', '=', 'reading').returning('version').executeTakeFirst();
  return row?.version;
};

const changing = (db: Db, id: string, changes: Changes) =>
  db
    .updateTable('billing_reports')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id);

/** Whose amounts stand where. */
export const reportPlaces = (db: Db) =>
  db.selectFrom('billing_reports').select(['id', 'account', 'vendor_account', 'asked_by', 'conversation_id']).execute();
export type ReportPlace = Awaited<ReturnType<typeof reportPlaces>>[number];

/** How far the reading is, as long as it goes on. */
export const progressColumns = ({ rows, of }: ReadingProgress): Changes => ({ rows_read: rows, rows_of: of ?? null });

/** Forgets what was asked before. @param before milliseconds since 1970 */
export const pruneReports = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('billing_reports').where('created_at', '<', iso(before)).execute();
};
