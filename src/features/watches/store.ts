import type { Watch } from '#engine/alerts/watch/watch.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';

/** What a watch's cards show; the row outlives the watch. */
interface WatchCardTable {
  watch_id: string;
  version: number;
  /** The watch at its last change. */
  watch_json: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    watch_cards: WatchCardTable;
  }
}

export const watchCardMigrations: Migrations = {
  'watches-001': async (db) => {
    await createTable(db, 'watch_cards', {
      key: 'watch_id',
      texts: ['watch_json'],
      numbers: ['version', 'open_count'],
    }).execute();
  },
  'watches-002-no-count': async (db) => {
    await db.schema.alterTable('watch_cards').dropColumn('open_count').execute();
  },
};

/** Subject kind of the outbox. */
export const WATCH = 'watch';
export const watchSubject = ({ id }: Pick<Watch, 'id'>): string => `${WATCH}:${id}`;

const FIRST_VERSION = 1;

interface WatchCard {
  readonly version: number;
  readonly watch: Watch;
}

/** Without the pause: JSON has no Infinity, and a card of an existing watch reads it from the watch. */
const toJson = (watch: Watch): string => JSON.stringify({ ...watch, pausedUntil: undefined });

/** Stores the watch's current state for its cards. @returns the new version of the cards */
export const saveWatchCard = async (db: Db, watch: Watch): Promise<number> => {
  const watch_json = toJson(watch);
  const row = await db
    .insertInto('watch_cards')
    .values({ watch_id: watch.id, version: FIRST_VERSION, watch_json })
    .onConflict((conflict) =>
      conflict.column('watch_id').doUpdateSet((eb) => ({ version: eb('watch_cards.version', '+', 1), watch_json })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
};

export const findWatchCard = async (db: Db, id: string): Promise<WatchCard | undefined> => {
  const row = await db.selectFrom('watch_cards').selectAll().where('watch_id', '=', id).executeTakeFirst();
  return row && { version: row.version, watch: JSON.parse(row.watch_json) };
};
