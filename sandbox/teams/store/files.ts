import type { Clock } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import type { TeamsTables } from './tables.ts';

export interface NewFile {
  readonly id: string;
  /** The secret in the address that the bot uploads to. */
  readonly upload: string;
  readonly name: string;
}

/** The files that people accepted from the bot. */
export interface Files {
  /** Opens its upload. */
  await(file: NewFile): Promise<void>;
  /** Accepts an upload once, and says the file's name; undefined if there is no open upload with that secret. */
  fill(upload: string, content: Buffer): Promise<string | undefined>;
  /** Closes an open upload. */
  giveUp(id: string): Promise<void>;
  /** An uploaded file. */
  read(id: string): Promise<{ readonly name: string; readonly content: Buffer } | undefined>;
}

export const createFiles = (db: Db<TeamsTables>, clock: Clock): Files => ({
  await: async ({ id, upload, name }) => {
    await db.insertInto('files').values({ id, upload, name, content: null, at: clock.now() }).execute();
  },
  fill: async (upload, content) => {
    const filled = await db
      .updateTable('files')
      .set({ content: content.toString('base64'), at: clock.now() })
      .where('upload', '=', upload)
      .where('content', 'is', null)
      .returning('name')
      .executeTakeFirst();
    return filled?.name;
  },
  giveUp: async (id) => {
    await db.deleteFrom('files').where('id', '=', id).where('content', 'is', null).execute();
  },
  read: async (id) => {
    const row = await db.selectFrom('files').select(['name', 'content']).where('id', '=', id).executeTakeFirst();
    if (!row || row.content === null) return undefined;
    return { name: row.name, content: Buffer.from(row.content, 'base64') };
  },
});
