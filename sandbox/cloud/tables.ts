import type { Generated, Selectable } from 'kysely';
import type { Db, Migrations } from '../../src/platform/storage/database.ts';

/**
 * Moments are milliseconds since 1970; ids and GUIDs are unchanged. Each area adds its own tables.
 */
export interface VendorTables {
  schedules: {
    seq: Generated<number>;
    name: string;
    instance_name: string;
    request_name: string;
    /** Path of the place, as in `places`. */
    scope: string;
    role: string;
    principal: string;
    starts_at: number;
    ends_at: number | null;
    created_at: number;
    /** The moment of the row's effect; later than created_at only during a pending provisioning. */
    effective_at: number;
    removed_at: number | null;
    condition: string | null;
    condition_version: string | null;
  };
  requests: {
    name: string;
    digest: string;
    /** The record's envelope and properties as JSON, with the final status. */
    record: string;
    pending_status: string;
    settles_at: number;
  };
  tokens: { token: string; identity: string; expires_at: number };
  /** Authorization codes; `sign_in` is what the person agreed to, as JSON. A code that was redeemed is remembered. */
  sign_in_codes: { code: string; sign_in: string; expires_at: number; redeemed_at: number | null };
  settings: { name: string; value: string };
}

export type ScheduleRow = Selectable<VendorTables['schedules']>;

export const ownMigrations: Migrations = {
  'vendor-sandbox-001': async (db) => {
    await db.schema
      .createTable('schedules')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('instance_name', 'text', (column) => column.notNull())
      .addColumn('request_name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'integer')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('effective_at', 'integer', (column) => column.notNull())
      .addColumn('removed_at', 'integer')
      .execute();
    await db.schema.createIndex('schedules_by_place').on('schedules').columns(['scope', 'role', 'principal']).execute();
    await db.schema
      .createTable('requests')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('pending_status', 'text', (column) => column.notNull())
      .addColumn('settles_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('tokens')
      .addColumn('token', 'text', (column) => column.primaryKey())
      .addColumn('identity', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
  'vendor-sandbox-003': async (db) => {
    for (const column of ['condition', 'condition_version']) {
      await db.schema.alterTable('schedules').addColumn(column, 'text').execute();
    }
  },
  'vendor-sandbox-004': async (db) => {
    await db.schema
      .createTable('sign_in_codes')
      .addColumn('code', 'text', (column) => column.primaryKey())
      .addColumn('sign_in', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .addColumn('redeemed_at', 'integer')
      .execute();
  },
  'vendor-sandbox-002': async (db: Db<VendorTables>) => {
    const begun = await db.selectFrom('settings').select('name').executeTakeFirst();
    if (begun) await db.insertInto('settings').values({ name: 'told-eligibility', value: '' }).execute();
  },
};
