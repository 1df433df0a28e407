import type { Migrations } from '#platform/storage/database.ts';

/** Several requests that were sent at once. JSON is text. */
export interface BatchTable {
  id: string;
  /** The activity that sent them: the same activity is the same batch. */
  source: string;
  title_json: string;
  /** The requests in their order, by the ids of their changes, and what was refused when they were sent. */
  lines_json: string;
  /** The form that they were sent from and its answers. */
  form: string | null;
  answers_json: string;
  /** Raised by everything that the card shows; orders the edits of its copies. */
  version: number;
  /** Proves that the engine wrote what the card shows. */
  seal: string;
  created_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    change_batches: BatchTable;
  }
}

export const batchMigrations: Migrations = {
  'changes-010-batches': {
    async up(db) {
      await db.schema
        .createTable('change_batches')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('source', 'text', (c) => c.notNull().unique())
        .addColumn('title_json', 'text', (c) => c.notNull())
        .addColumn('lines_json', 'text', (c) => c.notNull())
        .addColumn('form', 'text')
        .addColumn('answers_json', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('seal', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.alterTable('changes').addColumn('batch', 'text').execute();
      await db.schema.createIndex('changes_of_batch').on('changes').column('batch').execute();
    },
  },
};
