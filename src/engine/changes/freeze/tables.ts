import type { Migrations } from '#platform/storage/database.ts';

/** A change freeze, from its beginning to its end; those that are over stay, for their cards. */
export interface FreezeTable {
  id: string;
  version: number;
  /** Only one freeze that is not over may have this key: the place's scope, or the word for everything; null when it is over. */
  open_key: string | null;
  /** The place by its names in the policy, and the vendor's id; null: everywhere. */
  place: string | null;
  place_title: string | null;
  scope: string | null;
  by_id: string;
  by_name: string;
  reason: string;
  at: string;
  ended_by_id: string | null;
  ended_by_name: string | null;
  ended_at: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    change_freezes: FreezeTable;
  }
}

export const freezeMigrations: Migrations = {
  'changes-010-freezes': {
    async up(db) {
      await db.schema
        .createTable('change_freezes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('open_key', 'text', (c) => c.unique())
        .addColumn('place', 'text')
        .addColumn('place_title', 'text')
        .addColumn('scope', 'text')
        .addColumn('by_id', 'text', (c) => c.notNull())
        .addColumn('by_name', 'text', (c) => c.notNull())
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('ended_by_id', 'text')
        .addColumn('ended_by_name', 'text')
        .addColumn('ended_at', 'text')
        .execute();
    },
  },
};
