import type { Clock } from '../../../src/platform/lib/clock.ts';
import { type Database, type Db, openDatabase } from '../../../src/platform/storage/database.ts';
import { type AnyPersonKey, placesWithoutApp } from '../../world.ts';
import { type Post, type PostContent, type TeamsTables, teamsMigrations, toPost } from './post.ts';

interface NewFile {
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

const createFiles = (db: Db<TeamsTables>, clock: Clock): Files => ({
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

/** Where the app is installed, by the id of the team, or of a channel or chat with members of its own. */
interface Installations {
  isInstalled(conversation: string): Promise<boolean>;
  /** Whether the bot accepted the activity of its installation. */
  wasAnnounced(conversation: string): Promise<boolean>;
  markAnnounced(conversation: string): Promise<void>;
  markRemoved(conversation: string): Promise<void>;
  /** Installed again; the bot was not told yet. */
  markAdded(conversation: string): Promise<void>;
}

const [ANNOUNCED, REMOVED, ADDED] = [0, 1, 2];

const createInstallations = (db: Db<TeamsTables>, clock: Clock): Installations => {
  const find = (conversation: string): Promise<{ removed: number } | undefined> =>
    db.selectFrom('installations').select('removed').where('conversation', '=', conversation).executeTakeFirst();
  const mark = async (conversation: string, removed: number): Promise<void> => {
    await db
      .insertInto('installations')
      .values({ conversation, at: clock.now(), removed })
      .onConflict((conflict) => conflict.column('conversation').doUpdateSet({ removed }))
      .execute();
  };
  return {
    isInstalled: async (conversation) => {
      const row = await find(conversation);
      return row ? row.removed !== REMOVED : !placesWithoutApp.has(conversation);
    },
    wasAnnounced: async (conversation) => (await find(conversation))?.removed === ANNOUNCED,
    markAnnounced: (conversation) => mark(conversation, ANNOUNCED),
    markRemoved: (conversation) => mark(conversation, REMOVED),
    markAdded: (conversation) => mark(conversation, ADDED),
  };
};

export interface Store {
  /** Stores a new post with the next free id. */
  add(post: Pick<Post, 'conversation' | 'author' | 'content'> & { readonly root?: string | undefined }): Promise<Post>;
  find(id: string): Promise<Post | undefined>;
  /** Root posts and replies together, oldest first. */
  list(conversation: string): Promise<Post[]>;
  /** Changes a post and deletes all user-specific views of it. */
  edit(id: string, content: PostContent): Promise<void>;
  remove(id: string): Promise<void>;
  /** Stores something on a post without an edit. */
  note(id: string, change: (content: PostContent) => PostContent): Promise<void>;
  keepView(id: string, person: AnyPersonKey, card: object): Promise<void>;
  /** A person's own cards by post id. */
  views(person: AnyPersonKey): Promise<ReadonlyMap<string, unknown>>;
  readonly installations: Installations;
  readonly files: Files;
  /** A setting by its name. */
  setting(name: string): string | undefined;
  keepSetting(name: string, value: string): Promise<void>;
  /** The secret with that name, created at the first call. */
  secret(name: string, make: () => Promise<string>): Promise<string>;
  close(): Promise<void>;
}

/** @param url a database of the Teams sandbox's own */
export const openStore = async (url: string, clock: Clock): Promise<Store> => {
  const database: Database<TeamsTables> = await openDatabase<TeamsTables>(url, teamsMigrations);
  const { db } = database;
  const newest = await db.selectFrom('posts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  let lastId = newest?.id ?? 0;
  const chosen = await db.selectFrom('settings').selectAll().execute();
  const settings = new Map(chosen.map(({ name, value }) => [name, value]));

  const change = (id: string, values: Partial<TeamsTables['posts']>): Promise<void> =>
    database.transaction(async (trx) => {
      await trx.updateTable('posts').set(values).where('id', '=', Number(id)).execute();
      await trx.deleteFrom('card_views').where('post', '=', Number(id)).execute();
    });

  return {
    add: async ({ conversation, root, author, content }) => {
      lastId = Math.max(clock.now(), lastId + 1);
      const row = {
        id: lastId,
        conversation,
        root: root === undefined ? null : Number(root),
        author,
        content: JSON.stringify(content),
        at: clock.now(),
        edited_at: null,
        deleted: 0,
      };
      await db.insertInto('posts').values(row).execute();
      return toPost(row);
    },
    find: async (id) => {
      if (!/^\d{1,16}$/.test(id)) return undefined;
      const row = await db.selectFrom('posts').selectAll().where('id', '=', Number(id)).executeTakeFirst();
      return row && toPost(row);
    },
    list: async (conversation) => {
      const rows = await db
        .selectFrom('posts')
        .selectAll()
        .where('conversation', '=', conversation)
        .orderBy('id')
        .execute();
      return rows.map(toPost);
    },
    edit: (id, content) => change(id, { content: JSON.stringify(content), edited_at: clock.now() }),
    remove: (id) => change(id, { content: JSON.stringify({ cards: [] } satisfies PostContent), deleted: 1 }),
    note: (id, change) =>
      database.transaction(async (trx) => {
        const row = await trx.selectFrom('posts').selectAll().where('id', '=', Number(id)).executeTakeFirst();
        if (!row) return;
        const content = JSON.stringify(change(toPost(row).content));
        await trx.updateTable('posts').set({ content }).where('id', '=', row.id).execute();
      }),
    keepView: async (id, person, card) => {
      const row = { post: Number(id), person, card: JSON.stringify(card) };
      await db
        .insertInto('card_views')
        .values(row)
        .onConflict((conflict) => conflict.columns(['post', 'person']).doUpdateSet({ card: row.card }))
        .execute();
    },
    views: async (person) => {
      const rows = await db.selectFrom('card_views').selectAll().where('person', '=', person).execute();
      return new Map(rows.map((row) => [String(row.post), JSON.parse(row.card) as unknown]));
    },
    installations: createInstallations(db, clock),
    files: createFiles(db, clock),
    setting: (name) => settings.get(name),
    keepSetting: async (name, value) => {
      await db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      settings.set(name, value);
    },
    secret: async (name, make) => {
      const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
      if (row) return row.value;
      const value = await make();
      await db.insertInto('secrets').values({ name, value }).execute();
      return value;
    },
    close: () => database.close(),
  };
};
