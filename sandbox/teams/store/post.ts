import type { Selectable } from 'kysely';
import { z } from 'zod';
import { createLru } from '../../../src/platform/lib/cache.ts';
import type { Migrations } from '../../../src/platform/storage/database.ts';
import { type AnyPersonKey, everybody } from '../../world.ts';

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
  'teams-sandbox-1': async (db) => {
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
  'teams-sandbox-2': async (db) => {
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
};

/** A bot's question whether it may bring a file; the contexts go back to it with the answer. */
const fileConsent = z.object({
  name: z.string(),
  description: z.string().optional(),
  sizeInBytes: z.number(),
  acceptContext: z.unknown().optional(),
  declineContext: z.unknown().optional(),
  state: z.enum(['asked', 'accepted', 'declined']),
});
export type FileConsent = z.infer<typeof fileConsent>;

/** A file in the person's files, by its path under the sandbox's own origin. */
const sharedFile = z.object({ name: z.string(), fileType: z.string(), path: z.string() });

const personKeys = Object.keys(everybody) as [AnyPersonKey, ...AnyPersonKey[]];

/** The message that a reply in a chat quotes; a card has no preview. */
const quoted = z.object({ id: z.string(), author: z.enum([...personKeys, 'bot']), preview: z.string() });
export type Quoted = z.infer<typeof quoted>;

/** What a person or the bot wrote. */
const postContent = z.object({
  text: z.string().optional(),
  textFormat: z.enum(['plain', 'markdown', 'html']).optional(),
  mentions: z.array(z.object({ text: z.string(), name: z.string() })).optional(),
  summary: z.string().optional(),
  cards: z.array(z.record(z.string(), z.unknown())),
  consents: z.array(fileConsent).optional(),
  files: z.array(sharedFile).optional(),
  quoted: quoted.optional(),
  /** The bot asked for a place in its reader's activity feed. */
  alert: z.boolean().optional(),
});
export type PostContent = z.infer<typeof postContent>;

export interface Post {
  readonly id: string;
  readonly conversation: string;
  readonly root?: string;
  readonly author: AnyPersonKey | 'bot';
  readonly content: PostContent;
  readonly at: number;
  readonly editedAt?: number;
  readonly deleted: boolean;
}

/** A chat is read again with each look at it, and few of its messages have changed since. */
const parsed = createLru<PostContent>(1_000);
const parseContent = (json: string): PostContent => parsed(json, () => postContent.parse(JSON.parse(json)));

export const toPost = (row: Selectable<TeamsTables['posts']>): Post => ({
  id: String(row.id),
  conversation: row.conversation,
  ...(row.root === null ? {} : { root: String(row.root) }),
  author: row.author as Post['author'],
  content: parseContent(row.content),
  at: row.at,
  ...(row.edited_at === null ? {} : { editedAt: row.edited_at }),
  deleted: row.deleted === 1,
});
