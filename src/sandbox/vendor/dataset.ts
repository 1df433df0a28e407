import type { Ids } from '../../lib/ids.ts';
import type { Migrations, Trx } from '../../storage/database.ts';
import type { Namespace } from './operation.ts';
import type { Places } from './story/places.ts';
import type { VendorTables } from './tables.ts';

/** What the first day of the story is told with; `now` in milliseconds since 1970. */
export interface Seeding {
  readonly namespace: Namespace;
  readonly places: Places;
  readonly ids: Ids;
  readonly now: number;
}

/** What one part of the vendor keeps and shows, beside its operations. */
export interface Dataset {
  readonly name: string;
  readonly migrations: Migrations;
  /** Takes everything out of its tables and puts the story's first day in. */
  seed(trx: Trx<VendorTables>, telling: Seeding): Promise<void>;
  /** What `/__sandbox/info` says of it. */
  info(namespace: Namespace, places: Places): Readonly<Record<string, unknown>>;
}
