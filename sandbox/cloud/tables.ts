import type { Selectable } from 'kysely';
import type { Db, Migrations } from '../../src/platform/storage/database.ts';
import { creating, integer, key, optionalInteger, type RowsOf, serial, text, unique } from './columns.ts';

const first = {
  schedules: {
    seq: serial,
    name: unique,
    instance_name: text,
    request_name: text,
    /** Path of the place, as in `places`. */
    scope: text,
    role: text,
    principal: text,
    starts_at: integer,
    ends_at: optionalInteger,
    created_at: integer,
    /** The moment of the row's effect; later than created_at only during a pending provisioning. */
    effective_at: integer,
    removed_at: optionalInteger,
  },
  requests: {
    name: key,
    digest: text,
    /** The record's envelope and properties as JSON, with the final status. */
    record: text,
    pending_status: text,
    settles_at: integer,
  },
  tokens: { token: key, identity: text, expires_at: integer },
  settings: { name: key, value: text },
};

/** Authorization codes; `sign_in` is what the person agreed to, as JSON. A code that was redeemed is remembered. */
const codes = { sign_in_codes: { code: key, sign_in: text, expires_at: integer, redeemed_at: optionalInteger } };

type First = RowsOf<typeof first>;

/** Moments are milliseconds since 1970; ids and GUIDs are unchanged. Each area adds its own tables. */
export interface VendorTables extends Omit<First, 'schedules'>, RowsOf<typeof codes> {
  schedules: First['schedules'] & { condition: string | null; condition_version: string | null };
}

export type ScheduleRow = Selectable<VendorTables['schedules']>;

export const ownMigrations: Migrations = {
  'vendor-sandbox-001': async (db) => {
    await creating(first)(db);
    await db.schema.createIndex('schedules_by_place').on('schedules').columns(['scope', 'role', 'principal']).execute();
  },
  'vendor-sandbox-003': async (db) => {
    for (const column of ['condition', 'condition_version']) {
      await db.schema.alterTable('schedules').addColumn(column, 'text').execute();
    }
  },
  'vendor-sandbox-004': creating(codes),
  /** A store from before the other areas has the eligibilities already. */
  'vendor-sandbox-002': async (db: Db<VendorTables>) => {
    const begun = await db.selectFrom('settings').select('name').executeTakeFirst();
    if (begun) await db.insertInto('settings').values({ name: 'told-eligibility', value: '' }).execute();
  },
};
