import type { Migrations } from '../../../src/platform/storage/database.ts';

/** All data of the Teams sandbox, in its own database. */
export interface TeamsTables {
  posts: {
    /** Milliseconds, unique and rising: the activity id. */
    id: number;
    /** Channel or personal chat, without `;messageid=`. */
    conversation: string;
    root: number | null;
    /** A person's key, or `bot`. */
    author: string;
    /** PostContent as JSON. */
    content: string;
    at: number;
    edited_at: number | null;
    deleted: number;
  };
  /** The card that answered a person's press, shown to that person until the bot edits the post. */
  card_views: { post: number; person: string; card: string };
  /**
   * Conversations whose installation the bot has received (`removed` 0), from which a person removed the app (1), or to which
   * a person added it and the bot was not told yet (2).
   */
  installations: { conversation: string; at: number; removed: number };
  /** Settings of people: their language, and the app's permission to read messages. */
  settings: { name: string; value: string };
  /** Files that a person accepted from the bot; `content` is base64, and null until the bot has uploaded it. */
  files: { id: string; upload: string; name: string; content: string | null; at: number };
  /** The channel's signing key and the secret of its access tokens. */
  secrets: { name: string; value: string };
}

export const teamsMigrations: Migrations = {
  'teams-sandbox-1': {
    up: async (db) => {
      await db.schema
        .createTable('posts')
        .addColumn('id', 'bigint', (column) => column.primaryKey())
        .addColumn('conversation', 'text', (column) => column.notNull())
        .addColumn('root', 'bigint')
        .addColumn('author', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('edited_at', 'bigint')
        .addColumn('deleted', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex('posts_by_conversation').on('posts').columns(['conversation', 'id']).execute();
      await db.schema
        .createTable('card_views')
        .addColumn('post', 'bigint', (column) => column.notNull())
        .addColumn('person', 'text', (column) => column.notNull())
        .addColumn('card', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('card_views_key', ['post', 'person'])
        .execute();
      await db.schema
        .createTable('installations')
        .addColumn('conversation', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
  'teams-sandbox-2': {
    up: async (db) => {
      await db.schema
        .alterTable('installations')
        .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('upload', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('content', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
