import type { Migrations } from '#platform/storage/database.ts';
import { createTable } from '#platform/storage/schema.ts';

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
  'changes-010-freezes': async (db) => {
    await createTable(db, 'change_freezes', {
      key: 'id',
      texts: ['by_id', 'by_name', 'reason', 'at'],
      numbers: ['version'],
      optional: ['open_key', 'place', 'place_title', 'scope', 'ended_by_id', 'ended_by_name', 'ended_at'],
      unique: ['open_key'],
    }).execute();
  },
};
