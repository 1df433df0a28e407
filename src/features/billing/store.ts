import type { Selectable } from 'kysely';
import { z } from 'zod';
import { storedReason } from '#engine/answers/answer-job.ts';
import { createAnswerStore } from '#engine/answers/card-rows.ts';
import { createFileTable, type FileColumns } from '#engine/answers/stored-file.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { InvoiceEnd } from './invoice/read-invoice.ts';
import type { InvoiceName } from './policy.ts';

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
  /** Null in the own chat of the person who asked. */
  conversation_id: string | null;
  language: string;
  version: number;
  state: 'reading' | 'read' | 'failed';
  rows_read: number;
  rows_of: number | null;
  ends_json: string | null;
  result_json: string | null;
  why_json: string | null;
  /** What the rows of its filter come to. */
  filter_json: string | null;
  created_at: string;
}

interface FileTable extends FileColumns {
  /** The policy's key of the account. */
  account: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    billing_reports: ReportTable;
    billing_files: FileTable;
  }
}

export type ReportRow = Selectable<ReportTable>;
export type FileRow = Selectable<FileTable>;

export const reportStore = createAnswerStore('billing_reports');
export const fileStore = createAnswerStore('billing_files');

/** Reports and their files are deleted together. */
export const pruneReports = async (db: Db, before: number): Promise<void> => {
  await reportStore.prune(db, before);
  await fileStore.prune(db, before);
};

/** The account of each report, its requester and the conversation of its card. */
export const reportAudiences = (db: Db) =>
  db.selectFrom('billing_reports').select(['id', 'account', 'vendor_account', 'asked_by', 'conversation_id']).execute();
export type ReportAudience = Awaited<ReturnType<typeof reportAudiences>>[number];

const progress = { rows: z.int(), of: z.int().optional() };
const ends = z.array(
  z.discriminatedUnion('complete', [
    z.object({ ...progress, complete: z.literal(true) }),
    z.object({ ...progress, complete: z.literal(false), ...storedReason.shape }),
  ]),
);

/** JSON omits undefined values. */
export const parseEnds = (json: string | null): readonly InvoiceEnd[] =>
  ends.parse(JSON.parse(json ?? '[]')).map((end) => ({ ...end, of: end.of }));

export const storedInvoices: z.ZodType<readonly InvoiceName[]> = z.array(
  z.object({ title: z.string(), id: z.string() }),
);

export const storedAbout = z.object({
  invoice: z.string(),
  account: z.string(),
  rows: z.int(),
  /** Transactions that are not yet billed. */
  pending: z.int(),
  /** False if the invoice could not be read completely. */
  whole: z.boolean(),
});

export const billingMigrations: Migrations = {
  'billing-001': async (db) => {
    await createTable(db, 'billing_reports', {
      key: 'id',
      texts: [
        'source',
        'kind',
        'account',
        'invoices_json',
        'question_json',
        'asked_by',
        'language',
        'state',
        'created_at',
      ],
      numbers: ['version', 'rows_read'],
      optional: ['conversation_id', 'ends_json', 'result_json', 'why_json'],
    })
      .addColumn('rows_of', 'integer')
      .addUniqueConstraint('billing_reports_source', ['source'])
      .execute();
    await createIndex(db, 'billing_reports_age', 'billing_reports', ['created_at']);
  },
  'billing-002': async (db) => {
    const table = db.schema.alterTable('billing_reports');
    await table.addColumn('vendor_account', 'text', (c) => c.notNull().defaultTo('')).execute();
  },
  'billing-003': async (db) => {
    await db.schema.alterTable('billing_reports').addColumn('filter_json', 'text').execute();
  },
  'billing-files-001': (db) => createFileTable(db, 'billing_files', ['account']),
};
