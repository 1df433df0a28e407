import type { Selectable } from 'kysely';
import { z } from 'zod';
import { iso } from '../../../lib/clock.ts';
import { rowCount } from '../../../storage/claim.ts';
import type { Db, Migrations } from '../../../storage/database.ts';

export type FileState = 'asked' | 'uploading' | 'there' | 'declined' | 'expired' | 'failed';

interface FileTable {
  /** The report's that it came of, with its version then. */
  id: string;
  /** Directory object id of the one person who may have it. */
  person: string;
  /** The policy's key of the account. */
  account: string;
  name: string;
  /** What is in it, without an amount. */
  about_json: string;
  bytes: number;
  /** Packed; null as soon as nobody can ask for it any more. */
  packed: string | null;
  state: FileState;
  /** Key of the text that says why it failed. */
  why: string | null;
  /** Where it stands in the person's files, as Teams said. */
  place_json: string | null;
  version: number;
  created_at: string;
}

declare module '../../../storage/tables.ts' {
  interface Tables {
    billing_files: FileTable;
  }
}

export type FileRow = Selectable<FileTable>;

export const fileMigrations: Migrations = {
  'billing-files-001': {
    async up(db) {
      await db.schema
        .createTable('billing_files')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('person', 'text', (c) => c.notNull())
        .addColumn('account', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('about_json', 'text', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('packed', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('why', 'text')
        .addColumn('place_json', 'text')
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('billing_files_age').on('billing_files').column('created_at').execute();
    },
  },
};

export const storedAbout = z.object({
  invoice: z.string(),
  account: z.string(),
  rows: z.int(),
  /** Transactions that are on no bill yet. */
  pending: z.int(),
  /** False where the invoice could not be read to its end. */
  whole: z.boolean(),
});

export interface NewFile extends Pick<FileRow, 'id' | 'person' | 'account' | 'name' | 'bytes'> {
  readonly packed: string;
  readonly about: z.infer<typeof storedAbout>;
}

/** @returns false where it is there already, whatever became of it */
export const putFile = async (db: Db, now: number, { about, ...file }: NewFile): Promise<boolean> => {
  const about_json = JSON.stringify(about);
  const row = { ...file, about_json, state: 'asked' as const, why: null, place_json: null, created_at: iso(now) };
  const inserted = await db
    .insertInto('billing_files')
    .values({ ...row, version: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return rowCount(inserted) === 1;
};

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('billing_files').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The one step from a state to another; of presses at the same moment one makes it. Whatever it comes to, nothing of the
 * file is kept but while it is asked about.
 * @returns the version that the card is to show; undefined where it was in another state
 */
export const stepFile = async (
  db: Db,
  {
    id,
    from,
    to,
    why,
    place,
  }: {
    readonly id: string;
    readonly from: FileState;
    readonly to: FileState;
    readonly why?: string;
    readonly place?: unknown;
  },
): Promise<number | undefined> => {
  const row = await db
    .updateTable('billing_files')
    .set((eb) => ({
      state: to,
      packed: null,
      why: why ?? null,
      place_json: place === undefined ? null : JSON.stringify(place),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
};

/** @param before milliseconds since 1970 */
export const pruneFiles = async (db: Db, before: number): Promise<number> =>
  rowCount(await db.deleteFrom('billing_files').where('created_at', '<', iso(before)).executeTakeFirst());
