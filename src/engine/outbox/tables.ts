import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#platform/storage/claim.ts';
import type { Db, Migrations } from '#platform/storage/database.ts';

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
  'outbox-001': {
    async up(db) {
      await db.schema
        .createTable('deliveries')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('face', 'text', (c) => c.notNull())
        .addColumn('target_kind', 'text', (c) => c.notNull())
        .addColumn('target', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('priority', 'integer', (c) => c.notNull())
        .addColumn('wanted_version', 'integer', (c) => c.notNull())
        .addColumn('shown_version', 'integer', (c) => c.notNull())
        .addColumn('conversation_id', 'text')
        .addColumn('activity_id', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('due_at', 'text', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('hold_until', 'text')
        .addColumn('unclear', 'integer', (c) => c.notNull())
        .addColumn('lease_until', 'text')
        .addColumn('lease_owner', 'text')
        .addColumn('last_error', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addUniqueConstraint('deliveries_one_copy', ['subject', 'face', 'target_kind', 'target'])
        .execute();
      await db.schema.createIndex('deliveries_where').on('deliveries').column('activity_id').execute();
      await db.schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'due_at']).execute();
      await db.schema
        .createTable('notices')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('text_key', 'text', (c) => c.notNull())
        .addColumn('value_json', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .execute();
    },
  },
  /** The next deliveries to claim come from an index, however many wait. */
  'outbox-002': {
    async up(db) {
      await db.schema
        .createIndex('deliveries_next')
        .on('deliveries')
        .columns(['state', 'priority', 'due_at', 'id'])
        .execute();
      await db.schema.dropIndex('deliveries_due').execute();
    },
  },
  'outbox-003-set-at': {
    async up(db) {
      await db.schema
        .alterTable('deliveries')
        .addColumn('set_at', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await sql`create index deliveries_set on deliveries (set_at) where state = 'ready'`.execute(db);
      await sql`create index deliveries_leased on deliveries (lease_until) where lease_until is not null`.execute(db);
    },
  },
  'outbox-005-returns': {
    async up(db) {
      await sql`create index deliveries_failed on deliveries (last_error, created_at) where state = 'ready'`.execute(
        db,
      );
    },
  },
  /** What stands in a thread is found by the thread. */
  'outbox-006-places': {
    async up(db) {
      await sql`create index deliveries_places on deliveries (conversation_id) where conversation_id is not null`.execute(
        db,
      );
    },
  },
  'outbox-007-unreachable': {
    async up(db) {
      await db.schema
        .createTable('unreachable_targets')
        .addColumn('target', 'text', (c) => c.primaryKey())
        .addColumn('code', 'text', (c) => c.notNull())
        .addColumn('since', 'text', (c) => c.notNull())
        .execute();
    },
  },
  'outbox-008-answers': {
    async up(db) {
      await db.schema
        .alterTable('deliveries')
        .addColumn('needs_answer', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
  /** What is old and told once is found by its kind and age alone, and so are the notices. */
  'outbox-004-ages': {
    async up(db) {
      await sql`create index deliveries_ages on deliveries (${kindOfSubject(db)}, created_at)`.execute(db);
      await db.schema.createIndex('notices_ages').on('notices').column('created_at').execute();
    },
  },
  'outbox-009-refusals': {
    async up(db) {
      await db.schema
        .alterTable('deliveries')
        .addColumn('refusals', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
};
