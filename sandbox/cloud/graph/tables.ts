import type { Migrations } from '../../../src/platform/storage/database.ts';

declare module '../tables.ts' {
  interface VendorTables {
    /** Users, groups and service principals of the tenant's directory; whoever was deleted is gone from it. */
    directory_objects: {
      id: string;
      type: string;
      name: string;
      /** Of users. */
      account: string | null;
      mail: string | null;
    };
    /** Who is directly in a group: a user, a service principal or another group. */
    directory_members: { group_id: string; member_id: string };
  }
}

export const directoryMigrations: Migrations = {
  'directory-001': {
    up: async (db) => {
      await db.schema
        .createTable('directory_objects')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('account', 'text')
        .addColumn('mail', 'text')
        .execute();
      await db.schema
        .createTable('directory_members')
        .addColumn('group_id', 'text', (column) => column.notNull())
        .addColumn('member_id', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('directory_members_once', ['group_id', 'member_id'])
        .execute();
    },
  },
};
