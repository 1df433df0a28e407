import { z } from 'zod';
import type { Db } from '#platform/storage/database.ts';

/** `writing` and `unwritten` are of exports only (exports.ts): their person has not been asked yet, or never will be. */
export type FileState = 'writing' | 'unwritten' | 'asked' | 'uploading' | 'there' | 'declined' | 'expired' | 'failed';

/** The columns of every table of files. */
export interface FileColumns {
  id: string;
  /** Directory object id of the one person who may have it. */
  person: string;
  name: string;
  /** What is in it, for its description: without anything that its person might not see any more. */
  about_json: string;
  bytes: number;
  /** Compressed; null as soon as it cannot be requested any more. */
  packed: string | null;
  state: FileState;
  /** The reason of the failure (`Reason`) as JSON; in old rows the key of a text. */
  why: string | null;
  /** Its location in the person's OneDrive, from Teams. */
  place_json: string | null;
  version: number;
  created_at: string;
}

/** @param more names of the feature's own columns, each a text */
export const createFileTable = async (db: Db, name: string, more: readonly string[]): Promise<void> => {
  let table = db.schema
    .createTable(name)
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('packed', 'text')
    .addColumn('why', 'text')
    .addColumn('place_json', 'text')
    .addColumn('version', 'integer', (c) => c.notNull());
  for (const column of ['person', 'name', 'about_json', 'state', 'created_at', ...more]) {
    table = table.addColumn(column, 'text', (c) => c.notNull());
  }
  await table.execute();
  await db.schema.createIndex(`${name}_age`).on(name).column('created_at').execute();
};

/** A file's location, which Teams sends with the consent. */
export const fileLocation = z.object({
  contentUrl: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1),
  uniqueId: z.string(),
  fileType: z.string(),
});
