import type { Watch } from '../../alerts/watch.ts';
import type { Db, Migrations } from '../../storage/database.ts';

/** What the cards of a watch show beside the watch itself, which may be gone. */
interface WatchCardTable {
  watch_id: string;
  version: number;
  /** As it was when something was last done to it here. */
  watch_json: string;
  /** Incidents that it showed at once. */
  open_count: number;
}

declare module '../../storage/tables.ts' {
  interface Tables {
    watch_cards: WatchCardTable;
  }
}

export const watchCardMigrations: Migrations = {
  'watches-001': {
    async up(db) {
      await db.schema
        .createTable('watch_cards')
        .addColumn('watch_id', 'text', (c) => c.primaryKey())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('watch_json', 'text', (c) => c.notNull())
        .addColumn('open_count', 'integer', (c) => c.notNull())
        .execute();
    },
  },
};

/** Of the outbox: one watch. */
export const WATCH = 'watch';
export const watchSubject = ({ id }: Pick<Watch, 'id'>): string => `${WATCH}:${id}`;

export const FIRST_VERSION = 1;

export interface WatchCard {
  readonly version: number;
  readonly watch: Watch;
  readonly open: number;
}

/** A pause has no end in JSON where nobody ends it: how it is paused only the watch itself tells. */
const written = (watch: Watch): string => JSON.stringify({ ...watch, pausedUntil: undefined });

/** Notes that the watch is another one now than its cards show. @returns the version that they are to show */
export const raiseWatchCard = async (db: Db, watch: Watch, open = 0): Promise<number> => {
  const row = await db
    .insertInto('watch_cards')
    .values({ watch_id: watch.id, version: FIRST_VERSION, watch_json: written(watch), open_count: open })
    .onConflict((conflict) =>
      conflict
        .column('watch_id')
        .doUpdateSet((eb) => ({ version: eb('watch_cards.version', '+', 1), watch_json: written(watch) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
};

export const findWatchCard = async (db: Db, id: string): Promise<WatchCard | undefined> => {
  const row = await db.selectFrom('watch_cards').selectAll().where('watch_id', '=', id).executeTakeFirst();
  return row && { version: row.version, watch: JSON.parse(row.watch_json), open: row.open_count };
};
