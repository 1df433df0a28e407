import type { Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import './tables.ts';

export const alertsMigrations: Migrations = {
  'alerts-001': async (db) => {
    const watch = ['source', 'conversation_id', 'feed', 'title', 'filter_json', 'rhythm', 'zone', 'language'];
    await createTable(db, 'watches', {
      texts: ['id', 'ref', ...watch, 'created_by', 'created_by_name', 'created_at'],
      numbers: ['critical_anyway'],
      optional: ['quiet_json', 'paused_until', 'deaf'],
    })
      .addPrimaryKeyConstraint('watches_pk', ['id'])
      .addUniqueConstraint('watches_ref', ['ref'])
      .addUniqueConstraint('watches_same', ['conversation_id', 'source', 'feed', 'filter_json', 'rhythm'])
      .execute();
    await createTable(db, 'alert_feeds', {
      texts: ['id', 'source', 'feed', 'since'],
      numbers: ['failures'],
      optional: ['ok_at', 'last_error'],
    })
      .addPrimaryKeyConstraint('alert_feeds_pk', ['id'])
      .execute();
    await createTable(db, 'alerts', {
      texts: ['id', 'source', 'key', 'name', 'item_json', 'updated_at', 'seen_at'],
      numbers: ['open', 'version'],
    })
      .addPrimaryKeyConstraint('alerts_pk', ['id'])
      .addUniqueConstraint('alerts_name', ['source', 'name'])
      .execute();
    await createTable(db, 'alert_feed_items', { texts: ['feed_id', 'alert_id'] })
      .addPrimaryKeyConstraint('alert_feed_items_pk', ['feed_id', 'alert_id'])
      .execute();
    await createTable(db, 'alert_names', { texts: ['source', 'name', 'alert_id'] })
      .addPrimaryKeyConstraint('alert_names_pk', ['source', 'name', 'alert_id'])
      .execute();
    await createTable(db, 'alert_cards', {
      texts: ['id', 'alert_id', 'conversation_id', 'created_at'],
      numbers: ['version'],
      optional: ['acknowledged_by', 'acknowledged_name', 'acknowledged_at', 'snoozed_name', 'snoozed_until'],
    })
      .addPrimaryKeyConstraint('alert_cards_pk', ['id'])
      .addUniqueConstraint('alert_cards_one', ['alert_id', 'conversation_id'])
      .execute();
    await createTable(db, 'alert_notes', {
      texts: ['id', 'card_id', 'alert_id', 'news_json', 'created_at'],
      numbers: ['version'],
    })
      .addPrimaryKeyConstraint('alert_notes_pk', ['id'])
      .execute();
    await createIndex(db, 'alert_notes_of', 'alert_notes', ['alert_id']);
    await createTable(db, 'alert_held', {
      texts: ['conversation_id', 'alert_id', 'reason', 'language', 'feed_id', 'held_at'],
      optional: ['release_at'],
    })
      .addPrimaryKeyConstraint('alert_held_pk', ['conversation_id', 'alert_id'])
      .execute();
    await createTable(db, 'alert_digests', { texts: ['id', 'conversation_id', 'created_at'], numbers: ['version'] })
      .addPrimaryKeyConstraint('alert_digests_pk', ['id'])
      .execute();
    await createTable(db, 'alert_digest_items', { texts: ['digest_id', 'alert_id', 'reason'] })
      .addPrimaryKeyConstraint('alert_digest_items_pk', ['digest_id', 'alert_id'])
      .execute();
    await createIndex(db, 'alert_digest_items_of', 'alert_digest_items', ['alert_id']);
    await createTable(db, 'alert_mutes', {
      texts: ['id', 'conversation_id', 'source', 'what', 'name', 'muted_by', 'muted_at'],
    })
      .addPrimaryKeyConstraint('alert_mutes_pk', ['id'])
      .addUniqueConstraint('alert_mutes_one', ['conversation_id', 'source', 'what', 'name'])
      .execute();
    await createTable(db, 'alert_verdicts', {
      texts: ['alert_id', 'conversation_id', 'watch', 'verdict', 'reason', 'values_json', 'at'],
      numbers: ['times'],
    })
      .addPrimaryKeyConstraint('alert_verdicts_pk', ['alert_id', 'conversation_id', 'watch', 'verdict', 'reason'])
      .execute();
  },
  /** The open incidents of a conversation. */
  'alerts-003-cards': async (db) => {
    await createIndex(db, 'alert_cards_in', 'alert_cards', ['conversation_id', 'created_at']);
  },
  'alerts-002-lists': async (db) => {
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
      await createIndex(db, `${of}_by_${columns.at(-1)}`, of, columns);
    }
  },
  'alerts-003-mute-ends': async (db) => {
    await db.schema.alterTable('alert_mutes').addColumn('until_at', 'text').execute();
    await createIndex(db, 'alert_mutes_by_until', 'alert_mutes', ['until_at']);
  },
};
