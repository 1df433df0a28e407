import type { Selectable } from 'kysely';
import type { Migrations } from '../../../src/platform/storage/database.ts';
import type { VendorTables } from '../tables.ts';

declare module '../tables.ts' {
  interface VendorTables {
    /** Owner, app and e-mail as first written; compared in any case. */
    app_users: { owner: string; app: string; email: string; role: string };
    app_tokens: {
      id: string;
      name: string;
      /** The value is shown once and not stored. */
      digest: string;
      kind: string;
      access: string;
      /** Name of the account that created it. */
      account: string;
      /** Of an app token. */
      owner: string | null;
      app: string | null;
      revoked_at: number | null;
    };
  }
}

export type TokenRow = Selectable<VendorTables['app_tokens']>;

export const appManagementMigrations: Migrations = {
  'app-management-001': {
    up: async (db) => {
      await db.schema
        .createTable('app_users')
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('app', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('app_users_once', ['owner', 'app', 'email'])
        .execute();
      await db.schema
        .createTable('app_tokens')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull().unique())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('access', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('owner', 'text')
        .addColumn('app', 'text')
        .addColumn('revoked_at', 'integer')
        .execute();
    },
  },
};
