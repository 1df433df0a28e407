import type { Migrations } from '#platform/storage/database.ts';

/** How a person wants to be notified of requests that they can decide. Without a row: mentioned, at any hour. */
export interface NoticeSettingsTable {
  person_id: string;
  /** mention, chat or digest. */
  way: string;
  /** Quiet hours in minutes after midnight; null without any. */
  quiet_from: number | null;
  quiet_to: number | null;
  /** 1 for notices on Saturdays and Sundays too. */
  weekends: number;
  zone: string;
  language: string;
  away_until: string | null;
  /** Directory object id. */
  stand_in: string | null;
  updated_at: string;
}

/** One notice of one person about one request. */
interface ChangeNoticeTable {
  id: string;
  change_id: string;
  person_id: string;
  /** asked or reminder. */
  kind: string;
  way: string;
  /** The message with the mention, where there is one. */
  message_id: string | null;
  /** 0 where Teams knows no way to this person. */
  reached: number;
  at: string;
}

/** A message about a request: a reply under its card that mentions people, or a reminder in one person's chat. */
interface NoticeMessageTable {
  id: string;
  change_id: string;
  kind: string;
  /** Directory object ids with the names that stand in the message. */
  people_json: string;
  at: string;
}

/** Somebody said that they look at a request. */
interface ClaimTable {
  change_id: string;
  person_id: string;
  person_name: string;
  at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    notice_settings: NoticeSettingsTable;
    change_notices: ChangeNoticeTable;
    notice_messages: NoticeMessageTable;
    change_claims: ClaimTable;
  }
}

export const noticeMigrations: Migrations = {
  'changes-006-notices': {
    async up(db) {
      await db.schema.alterTable('changes').addColumn('escalated_at', 'text').execute();
      await db.schema
        .createTable('notice_settings')
        .addColumn('person_id', 'text', (c) => c.primaryKey())
        .addColumn('way', 'text', (c) => c.notNull())
        .addColumn('quiet_from', 'integer')
        .addColumn('quiet_to', 'integer')
        .addColumn('weekends', 'integer', (c) => c.notNull())
        .addColumn('zone', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('away_until', 'text')
        .addColumn('stand_in', 'text')
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('change_notices')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
        .addColumn('person_id', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('way', 'text', (c) => c.notNull())
        .addColumn('message_id', 'text')
        .addColumn('reached', 'integer', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('change_notices_of_change')
        .on('change_notices')
        .columns(['change_id', 'at'])
        .execute();
      await db.schema
        .createTable('notice_messages')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('people_json', 'text', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('notice_messages_of_change').on('notice_messages').column('change_id').execute();
      await db.schema
        .createTable('change_claims')
        .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
        .addColumn('person_id', 'text', (c) => c.notNull())
        .addColumn('person_name', 'text', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('change_claims_one_each', ['change_id', 'person_id'])
        .execute();
    },
  },
};
