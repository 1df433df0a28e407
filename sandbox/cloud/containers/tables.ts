import type { Selectable } from 'kysely';
import type { Migrations } from '../../../src/platform/storage/database.ts';

/** The result of a creation or change. */
export type GroupOutcome = 'Running' | 'Terminated' | 'Failed' | 'Canceled';

declare module '../tables.ts' {
  interface VendorTables {
    container_groups: {
      /** Resource group and name in lower case. */
      key: string;
      resource_group: string;
      name: string;
      /** The request without its secrets, as JSON. */
      body: string;
      /** Digest of the request's bytes, which detects a repetition. */
      digest: string;
      changed_at: number;
      /** The end of provisioning; null for none. */
      settles_at: number | null;
      outcome: GroupOutcome;
    };
  }
}

export type GroupRow = Selectable<import('../tables.ts').VendorTables['container_groups']>;

export const containerGroupMigrations: Migrations = {
  'vendor-sandbox-container-groups-001': async (db) => {
    await db.schema
      .createTable('container_groups')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('resource_group', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'integer', (column) => column.notNull())
      .addColumn('settles_at', 'integer')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .execute();
  },
};
