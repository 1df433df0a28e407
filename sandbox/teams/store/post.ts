import type { Selectable } from 'kysely';
import { z } from 'zod';
import { createLru } from '../../../src/platform/lib/cache.ts';
import type { Migrations } from '../../../src/platform/storage/database.ts';
import {
  creating,
  integer,
  key,
  moment,
  momentKey,
  optionalMoment,
  optionalText,
  type RowsOf,
  text,
  unique,
} from '../../cloud/columns.ts';
import { type AnyPersonKey, everybody } from '../../world.ts';

const first = {
  posts: {
    /** Milliseconds, unique and rising: the activity id. */
    id: momentKey,
    /** Channel or personal chat, without `;messageid=`. */
    conversation: text,
    root: optionalMoment,
    /** A person's key, or `bot`. */
    author: text,
    /** PostContent as JSON. */
    content: text,
    at: moment,
    edited_at: optionalMoment,
    /** 0 or 1. */
    deleted: integer,
  },
  /** The card that answered a person's press, shown to that person until the bot edits the post. */
  card_views: { post: moment, person: text, card: text },
  installations: { conversation: key, at: moment },
  /** The channel's signing key and the secret of its access tokens. */
  secrets: { name: key, value: text },
};

const second = {
  /** Settings of people: their language, and the app's permission to read messages. */
  settings: { name: key, value: text },
  /** Files that a person accepted from the bot; `content` is base64, and null until the bot has uploaded it. */
  files: { id: key, upload: unique, name: text, content: optionalText, at: moment },
};

type First = RowsOf<typeof first>;

/** All data of the Teams sandbox, in its own database. */
export interface TeamsTables extends Omit<First, 'installations'>, RowsOf<typeof second> {
  /**
   * Conversations whose installation the bot has received (`removed` 0), from which a person removed the app (1), or to which
   * a person added it and the bot was not told yet (2).
   */
  installations: First['installations'] & { removed: number };
}

export const teamsMigrations: Migrations = {
  'teams-sandbox-1': async (db) => {
    await creating(first, { card_views: ['post', 'person'] })(db);
    await db.schema.createIndex('posts_by_conversation').on('posts').columns(['conversation', 'id']).execute();
  },
  'teams-sandbox-2': async (db) => {
    await db.schema
      .alterTable('installations')
      .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await creating(second)(db);
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
