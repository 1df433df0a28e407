import type { CreateTableBuilder } from 'kysely';
import type { Migrations } from '#platform/storage/database.ts';
import './tables.ts';

/** A table of texts that are always there, of numbers, and of texts that may be absent. */
const table = (
  db: Parameters<Migrations[string]['up']>[0],
  name: string,
  texts: readonly string[],
  numbers: readonly string[] = [],
  absent: readonly string[] = [],
): CreateTableBuilder<string, string> => {
  let built: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const column of texts) built = built.addColumn(column, 'text', (c) => c.notNull());
  for (const column of numbers) built = built.addColumn(column, 'integer', (c) => c.notNull());
  for (const column of absent) built = built.addColumn(column, 'text');
  return built;
};

export const alertsMigrations: Migrations = {
  'alerts-001': {
    async up(db) {
      const watch = ['source', 'conversation_id', 'feed', 'title', 'filter_json', 'rhythm', 'zone', 'language'];
      await table(
        db,
        'watches',
        ['id', 'ref', ...watch, 'created_by', 'created_by_name', 'created_at'],
        ['critical_anyway'],
        ['quiet_json', 'paused_until', 'deaf'],
      )
        .addPrimaryKeyConstraint('watches_pk', ['id'])
        .addUniqueConstraint('watches_ref', ['ref'])
        .addUniqueConstraint('watches_same', ['conversation_id', 'source', 'feed', 'filter_json', 'rhythm'])
        .execute();
      await table(db, 'alert_feeds', ['id', 'source', 'feed', 'since'], ['failures'], ['ok_at', 'last_error'])
        .addPrimaryKeyConstraint('alert_feeds_pk', ['id'])
        .execute();
      await table(
        db,
        'alerts',
        ['id', 'source', 'key', 'name', 'item_json', 'updated_at', 'seen_at'],
        ['open', 'version'],
      )
        .addPrimaryKeyConstraint('alerts_pk', ['id'])
        .addUniqueConstraint('alerts_name', ['source', 'name'])
        .execute();
      await table(db, 'alert_feed_items', ['feed_id', 'alert_id'])
        .addPrimaryKeyConstraint('alert_feed_items_pk', ['feed_id', 'alert_id'])
        .execute();
      await table(db, 'alert_names', ['source', 'name', 'alert_id'])
        .addPrimaryKeyConstraint('alert_names_pk', ['source', 'name', 'alert_id'])
        .execute();
      await table(
        db,
        'alert_cards',
        ['id', 'alert_id', 'conversation_id', 'created_at'],
        ['version'],
        ['acknowledged_by', 'acknowledged_name', 'acknowledged_at', 'snoozed_name', 'snoozed_until'],
      )
        .addPrimaryKeyConstraint('alert_cards_pk', ['id'])
        .addUniqueConstraint('alert_cards_one', ['alert_id', 'conversation_id'])
        .execute();
      await table(db, 'alert_notes', ['id', 'card_id', 'alert_id', 'news_json', 'created_at'], ['version'])
        .addPrimaryKeyConstraint('alert_notes_pk', ['id'])
        .execute();
      await db.schema.createIndex('alert_notes_of').on('alert_notes').column('alert_id').execute();
      await table(
        db,
        'alert_held',
        ['conversation_id', 'alert_id', 'reason', 'language', 'feed_id', 'held_at'],
        [],
        ['release_at'],
      )
        .addPrimaryKeyConstraint('alert_held_pk', ['conversation_id', 'alert_id'])
        .execute();
      await table(db, 'alert_digests', ['id', 'conversation_id', 'created_at'], ['version'])
        .addPrimaryKeyConstraint('alert_digests_pk', ['id'])
        .execute();
      await table(db, 'alert_digest_items', ['digest_id', 'alert_id', 'reason'])
        .addPrimaryKeyConstraint('alert_digest_items_pk', ['digest_id', 'alert_id'])
        .execute();
      await db.schema.createIndex('alert_digest_items_of').on('alert_digest_items').column('alert_id').execute();
      await table(db, 'alert_mutes', ['id', 'conversation_id', 'source', 'what', 'name', 'muted_by', 'muted_at'])
        .addPrimaryKeyConstraint('alert_mutes_pk', ['id'])
        .addUniqueConstraint('alert_mutes_one', ['conversation_id', 'source', 'what', 'name'])
        .execute();
      await table(
        db,
        'alert_verdicts',
        ['alert_id', 'conversation_id', 'watch', 'verdict', 'reason', 'values_json', 'at'],
        ['times'],
      )
        .addPrimaryKeyConstraint('alert_verdicts_pk', ['alert_id', 'conversation_id', 'watch', 'verdict', 'reason'])
        .execute();
    },
  },
  /** The open incidents of a conversation. */
  'alerts-003-cards': {
    async up(db) {
      await db.schema
        .createIndex('alert_cards_in')
        .on('alert_cards')
        .columns(['conversation_id', 'created_at'])
        .execute();
    },
  },
  'alerts-002-lists': {
    async up(db) {
      const lists: readonly (readonly [string, ...string[]])[] = [
        ['alert_feed_items', 'alert_id'],
        ['alert_names', 'alert_id'],
        ['alert_held', 'alert_id'],
        ['alert_held', 'feed_id'],
        ['alerts', 'source', 'open', 'updated_at'],
        ['alerts', 'source', 'seen_at'],
        ['alert_verdicts', 'conversation_id', 'watch', 'verdict', 'reason'],
        ['watches', 'source', 'feed', 'created_at', 'id'],
      ];
      for (const [of, ...columns] of lists) {
        await db.schema
          .createIndex(`${of}_by_${columns.at(-1)}`)
          .on(of)
          .columns(columns)
          .execute();
      }
    },
  },
  'alerts-003-mute-ends': {
    async up(db) {
      await db.schema.alterTable('alert_mutes').addColumn('until_at', 'text').execute();
      await db.schema.createIndex('alert_mutes_by_until').on('alert_mutes').column('until_at').execute();
    },
  },
};
