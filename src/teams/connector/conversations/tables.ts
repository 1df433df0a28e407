import type { Generated } from 'kysely';
import type { Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import type { ChannelType, Closed } from './channels.ts';
import type { ConversationKind } from './conversation.ts';

declare module '#platform/storage/database.ts' {
  interface Tables {
    conversations: {
      /** Without `;messageid=`. */
      conversation_id: string;
      kind: ConversationKind;
      service_url: string;
      tenant_id: string;
      team_id: string | null;
      seen_at: string;
      /** When it became known, or known again after the app was removed; empty in old rows. */
      known_at: Generated<string>;
    };
    teams: {
      team_id: string;
      name: string | null;
      closed: Closed | null;
    };
    /** General has the id of its team. */
    channels: {
      channel_id: string;
      team_id: string | null;
      name: string | null;
      type: ChannelType | null;
      closed: Closed | null;
    };
    personal_chats: {
      object_id: string;
      /** The person's channel account, from any conversation. */
      teams_id: string;
      /** Null until the bot has a chat with them. */
      conversation_id: string | null;
    };
  }
}

export const connectorMigrations: Migrations = {
  'connector-1': async (db) => {
    await createTable(db, 'conversations', {
      key: 'conversation_id',
      texts: ['kind', 'service_url', 'tenant_id', 'seen_at'],
      optional: ['team_id', 'name'],
    }).execute();
    await createTable(db, 'personal_chats', {
      key: 'object_id',
      texts: ['teams_id'],
      optional: ['conversation_id'],
    }).execute();
  },
  'connector-2': async (db) => {
    await db.schema
      .alterTable('conversations')
      .addColumn('known_at', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
  'connector-3-lists': async (db) => {
    const team = ['team_id', 'tenant_id', 'seen_at'];
    await createIndex(db, 'conversations_of_team', 'conversations', team);
    await createIndex(db, 'conversations_newest', 'conversations', ['tenant_id', 'seen_at']);
    await createIndex(db, 'personal_chats_where', 'personal_chats', ['conversation_id']);
  },
  'connector-4-places': async (db) => {
    await createTable(db, 'teams', { key: 'team_id', optional: ['name', 'closed'] }).execute();
    await createTable(db, 'channels', { key: 'channel_id', optional: ['team_id', 'name', 'type', 'closed'] }).execute();
    // Never read so far: it may hold the name of another channel.
    await db.schema.alterTable('conversations').dropColumn('name').execute();
  },
  'connector-5-own-chats': async (db) => {
    // A chat between two people may stand there as the chat of one of them; their ids begin with `19:`, an own chat's does not.
    const chats = db.updateTable('personal_chats').set({ conversation_id: null });
    await chats.where('conversation_id', '>=', '19:').where('conversation_id', '<', '19;').execute();
  },
};
