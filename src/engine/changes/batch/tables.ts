import type { Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

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
  'changes-010-batches': async (db) => {
    await createTable(db, 'change_batches', {
      key: 'id',
      texts: ['source', 'title_json', 'lines_json', 'answers_json', 'seal', 'created_at'],
      numbers: ['version'],
      optional: ['form'],
      unique: ['source'],
    }).execute();
    await db.schema.alterTable('changes').addColumn('batch', 'text').execute();
    await createIndex(db, 'changes_of_batch', 'changes', ['batch']);
  },
};
