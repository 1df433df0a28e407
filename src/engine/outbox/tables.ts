import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

/** One card or message that must arrive and stay up to date: its subject, its target and the version shown there. */
export interface DeliveryRow {
  id: string;
  /** The subject, as `<kind>:<id>`; the renderer of that kind renders it at send time from the current row. */
  subject: string;
  /** The variant of the card: approvers, asker, personal … */
  face: string;
  /** `conversation`, `person` or `under`. */
  target_kind: string;
  /** Conversation id (with ;messageid= for a thread), directory object id, or the subject whose thread it is in. */
  target: string;
  language: string;
  priority: number;
  /** 1 where its reader has to do something. */
  needs_answer: number;
  wanted_version: number;
  shown_version: number;
  /** Its position once posted. */
  conversation_id: string | null;
  activity_id: string | null;
  state: 'ready' | 'shown' | 'dead';
  due_at: string;
  /** When `due_at` was set; empty in old rows. */
  set_at: string;
  attempts: number;
  /** How many refusals that may pass came in a row; at last those that count were told. */
  refusals: number;
  /** While the answer to a press on this copy is being sent: it would overwrite an edit. */
  hold_until: string | null;
  /** How often the answer to a post was lost: each time there may be one more copy, with buttons that do nothing. */
  unclear: number;
  lease_until: string | null;
  lease_owner: string | null;
  last_error: string | null;
  created_at: string;
}

/** A plain message that must arrive: a text key with its values, rendered at send time in the reader's language. */
interface NoticeRow {
  id: string;
  text_key: string;
  value_json: string;
  created_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    deliveries: DeliveryRow;
    notices: NoticeRow;
  }
}

/** The part of a subject before its colon. An index uses this expression, so a query must use exactly the same. */
export const kindOfSubject = <T>(db: Db<T>): RawBuilder<string> =>
  isPostgres(db) ? sql`split_part(subject, ':', 1)` : sql`substr(subject, 1, instr(subject, ':') - 1)`;

export const outboxMigrations: Migrations = {
  'outbox-001': async (db) => {
    await createTable(db, 'deliveries', {
      key: 'id',
      texts: ['subject', 'face', 'target_kind', 'target', 'language', 'state', 'due_at', 'created_at'],
      numbers: ['priority', 'wanted_version', 'shown_version', 'attempts', 'unclear'],
      optional: ['conversation_id', 'activity_id', 'hold_until', 'lease_until', 'lease_owner', 'last_error'],
    })
      .addUniqueConstraint('deliveries_one_copy', ['subject', 'face', 'target_kind', 'target'])
      .execute();
    await createIndex(db, 'deliveries_where', 'deliveries', ['activity_id']);
    await createIndex(db, 'deliveries_due', 'deliveries', ['state', 'due_at']);
    await createTable(db, 'notices', { key: 'id', texts: ['text_key', 'value_json', 'created_at'] }).execute();
  },
  /** The next deliveries to claim come from an index, however many wait. */
  'outbox-002': async (db) => {
    await createIndex(db, 'deliveries_next', 'deliveries', ['state', 'priority', 'due_at', 'id']);
    await db.schema.dropIndex('deliveries_due').execute();
  },
  'outbox-003-set-at': async (db) => {
    await db.schema
      .alterTable('deliveries')
      .addColumn('set_at', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await sql`create index deliveries_set on deliveries (set_at) where state = 'ready'`.execute(db);
    await sql`create index deliveries_leased on deliveries (lease_until) where lease_until is not null`.execute(db);
  },
  'outbox-005-returns': async (db) => {
    await sql`create index deliveries_failed on deliveries (last_error, created_at) where state = 'ready'`.execute(db);
  },
  /** What stands in a thread is found by the thread. */
  'outbox-006-places': async (db) => {
    await sql`create index deliveries_places on deliveries (conversation_id) where conversation_id is not null`.execute(
      db,
    );
  },
  'outbox-007-unreachable': async (db) => {
    await createTable(db, 'unreachable_targets', { key: 'target', texts: ['code', 'since'] }).execute();
  },
  'outbox-008-answers': async (db) => {
    await db.schema
      .alterTable('deliveries')
      .addColumn('needs_answer', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
  /** What is old and told once is found by its kind and age alone, and so are the notices. */
  'outbox-004-ages': async (db) => {
    await sql`create index deliveries_ages on deliveries (${kindOfSubject(db)}, created_at)`.execute(db);
    await createIndex(db, 'notices_ages', 'notices', ['created_at']);
  },
  'outbox-009-refusals': async (db) => {
    await db.schema
      .alterTable('deliveries')
      .addColumn('refusals', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
