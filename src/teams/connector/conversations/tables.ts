import type { Generated } from 'kysely';
import type { Migrations } from '#platform/storage/database.ts';
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
  'connector-1': {
    async up(db) {
      await db.schema
        .createTable('conversations')
        .addColumn('conversation_id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('service_url', 'text', (column) => column.notNull())
        .addColumn('tenant_id', 'text', (column) => column.notNull())
        .addColumn('team_id', 'text')
        .addColumn('name', 'text')
        .addColumn('seen_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('personal_chats')
        .addColumn('object_id', 'text', (column) => column.primaryKey())
        .addColumn('teams_id', 'text', (column) => column.notNull())
        .addColumn('conversation_id', 'text')
        .execute();
    },
  },
  'connector-2': {
    async up(db) {
      await db.schema
        .alterTable('conversations')
        .addColumn('known_at', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  'connector-3-lists': {
    async up(db) {
      const team = ['team_id', 'tenant_id', 'seen_at'];
      await db.schema.createIndex('conversations_of_team').on('conversations').columns(team).execute();
      await db.schema
        .createIndex('conversations_newest')
        .on('conversations')
        .columns(['tenant_id', 'seen_at'])
        .execute();
      await db.schema.createIndex('personal_chats_where').on('personal_chats').column('conversation_id').execute();
    },
  },
  'connector-4-places': {
    async up(db) {
      await db.schema
        .createTable('teams')
        .addColumn('team_id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text')
        .addColumn('closed', 'text')
        .execute();
      await db.schema
        .createTable('channels')
        .addColumn('channel_id', 'text', (column) => column.primaryKey())
        .addColumn('team_id', 'text')
        .addColumn('name', 'text')
        .addColumn('type', 'text')
        .addColumn('closed', 'text')
        .execute();
      // Never read so far: it may hold the name of another channel.
      await db.schema.alterTable('conversations').dropColumn('name').execute();
    },
  },
  'connector-5-own-chats': {
    async up(db) {
      // A chat between two people may stand there as the chat of one of them; their ids begin with `19:`, an own chat's does not.
      const chats = db.updateTable('personal_chats').set({ conversation_id: null });
      await chats.where('conversation_id', '>=', '19:').where('conversation_id', '<', '19;').execute();
    },
  },
};
