import type { Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

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
  'changes-006-notices': async (db) => {
    await db.schema.alterTable('changes').addColumn('escalated_at', 'text').execute();
    await createTable(db, 'notice_settings', {
      key: 'person_id',
      texts: ['way', 'zone', 'language', 'updated_at'],
      numbers: ['weekends'],
      optional: ['away_until', 'stand_in'],
    })
      .addColumn('quiet_from', 'integer')
      .addColumn('quiet_to', 'integer')
      .execute();
    await createTable(db, 'change_notices', {
      key: 'id',
      texts: ['person_id', 'kind', 'way', 'at'],
      numbers: ['reached'],
      optional: ['message_id'],
    })
      .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
      .execute();
    await createIndex(db, 'change_notices_of_change', 'change_notices', ['change_id', 'at']);
    await createTable(db, 'notice_messages', { key: 'id', texts: ['kind', 'people_json', 'at'] })
      .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
      .execute();
    await createIndex(db, 'notice_messages_of_change', 'notice_messages', ['change_id']);
    await createTable(db, 'change_claims', { texts: ['person_id', 'person_name', 'at'] })
      .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
      .addPrimaryKeyConstraint('change_claims_one_each', ['change_id', 'person_id'])
      .execute();
  },
};
