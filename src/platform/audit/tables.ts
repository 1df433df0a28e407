import { sql } from 'kysely';
import type { Migrations } from '#platform/storage/database.ts';
import type { Restricted } from '#platform/storage/grants.ts';

/** Append only; each entry's hash covers the one before. */
export interface AuditTable {
  seq: number;
  at: string;
  /** The target of the entry: the id of a change; for other events a word, such as `policy`. */
  change_id: string;
  /** Directory object id, or `steward` if no person acted. */
  actor: string;
  event: string;
  detail_json: string;
  hash: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    audit: AuditTable;
    audit_head: { id: number; seq: number; hash: string };
  }
}

/** `audit_head` is from older versions without a key; it is no longer used. */
export const auditRights: Restricted = { appendOnly: ['audit'], readOnly: ['audit_head'] };

export const auditMigrations: Migrations = {
  'changes-002-audit': async (db) => {
    await db.schema
      .createTable('audit')
      .addColumn('seq', 'integer', (c) => c.primaryKey())
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('change_id', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('detail_json', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('audit_head')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .execute();
    await db.insertInto('audit_head').values({ id: 1, seq: 0, hash: '' }).execute();
  },
  'changes-006-audit-lists': async (db) => {
    await db.schema.createIndex('audit_about').on('audit').column('change_id').execute();
    await sql`create index audit_policies on audit (seq) where event = 'policy in force'`.execute(db);
  },
  'changes-014-audit-freezes': async (db) => {
    await sql`create index audit_freezes on audit (seq) where event in ('frozen', 'unfrozen')`.execute(db);
  },
};
