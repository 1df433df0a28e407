import type { Watch } from '../../alerts/watch/watch.ts';
import type { Db, Migrations } from '../../storage/database.ts';

/** What the cards of a watch show beside the watch itself, which may be gone. */
interface WatchCardTable {
  watch_id: string;
  version: number;
  /** As it was when something was last done to it here. */
  watch_json: string;
  /** Incidents that it showed at once, or one of the two below. */
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

/** How many incidents are open where it looks, as far as its card is to say so. */
export type Opening = number | 'looking' | undefined;

const FIRST_VERSION = 1;
const LOOKING = -1;
/** What was open once says nothing about later. */
const UNSAID = -2;

const columnOf = (opening: Opening): number => (opening === 'looking' ? LOOKING : (opening ?? UNSAID));
const openingOf = (column: number): Opening =>
  column === LOOKING ? 'looking' : column === UNSAID ? undefined : column;

export interface WatchCard {
  readonly version: number;
  readonly watch: Watch;
  readonly opening: Opening;
}

/** A pause has no end in JSON where nobody ends it: how it is paused only the watch itself tells. */
const written = (watch: Watch): string => JSON.stringify({ ...watch, pausedUntil: undefined });

/** Notes that the watch is another one now than its cards show. @returns the version that they are to show */
export const raiseWatchCard = async (db: Db, watch: Watch, opening?: Opening): Promise<number> => {
  const row = await db
    .insertInto('watch_cards')
    .values({ watch_id: watch.id, version: FIRST_VERSION, watch_json: written(watch), open_count: columnOf(opening) })
    .onConflict((conflict) =>
      conflict.column('watch_id').doUpdateSet((eb) => ({
        version: eb('watch_cards.version', '+', 1),
        watch_json: written(watch),
        // The first look may have come to its end before the first card was written.
        open_count: opening === 'looking' ? eb.ref('watch_cards.open_count') : columnOf(opening),
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
};

export const findWatchCard = async (db: Db, id: string): Promise<WatchCard | undefined> => {
  const row = await db.selectFrom('watch_cards').selectAll().where('watch_id', '=', id).executeTakeFirst();
  return row && { version: row.version, watch: JSON.parse(row.watch_json), opening: openingOf(row.open_count) };
};
