import type { Ids } from '../../src/platform/lib/ids.ts';
import type { Migrations, Trx } from '../../src/platform/storage/database.ts';
import type { Namespace } from './operation.ts';
import type { Places } from './story/places.ts';
import type { VendorTables } from './tables.ts';

/** What the demo data is built from; `now` in milliseconds since 1970. */
export interface Seeding {
  readonly namespace: Namespace;
  readonly places: Places;
  readonly ids: Ids;
  readonly now: number;
}

/** The stored data of one area, beside its operations. */
export interface Dataset {
  readonly name: string;
  readonly migrations: Migrations;
  /** Replaces the content of its tables by the demo data. */
  seed(trx: Trx<VendorTables>, telling: Seeding): Promise<void>;
  /** Its part of `/__sandbox/info`. */
  info(namespace: Namespace, places: Places): Readonly<Record<string, unknown>>;
}
