import type { Migrations } from '../storage/database.ts';
import { noticeMigrations } from './notices/tables.ts';

/** One change at the vendor, from request to end. Times are ISO text, JSON is text. */
export interface ChangeTable {
  id: string;
  /** Short name for people: R-7KQ2M. */
  ref: string;
  kind: string;
  state: string;
  /** Raised by everything that a card shows; orders the edits of its copies. */
  version: number;
  /** Raised when the terms change; a decision is about one version. */
  terms_version: number;
  requester_id: string;
  requester_name: string;
  requester_language: string;
  terms_json: string;
  /** The form of the request and its answers, so that “Ask again …” can reopen it. */
  form: string | null;
  answers_json: string;
  /** The policy rule that allowed the request; the current rules decide it. */
  rule: string;
  /** The approvals required at the request; never fewer are required later. */
  needs: number;
  /** Only one open change may have this key; null when it has ended. */
  open_key: string | null;
  /** The requesting activity: the same activity is the same change. */
  source: string;
  deadline_at: string;
  /** Since when those may decide too whom its rule escalates to. */
  escalated_at: string | null;
  /** The time limit of the execution; set on approval. */
  finish_by: string | null;
  guid: string | null;
  /** The call to the vendor, frozen at approval. */
  frozen_json: string | null;
  attempts: number;
  /** 1 when the vendor may have received the call. */
  maybe_sent: number;
  /** The phase of the execution: send, look or arrived. */
  phase: string;
  /** Progress at the vendor, as last confirmed by the kind. */
  seen_json: string | null;
  outcome_json: string | null;
  /** Proves that the engine wrote what the card shows and what is sent. */
  seal: string | null;
  created_at: string;
  updated_at: string;
  ended_at: string | null;
}

export interface DecisionTable {
  change_id: string;
  person_id: string;
  person_name: string;
  verdict: string;
  reason: string;
  terms_version: number;
  at: string;
  /** The seal of the request after the decision: what the decider saw. */
  shown: string | null;
  /** Proves that this person made this decision. */
  seal: string | null;
}

declare module '../storage/tables.ts' {
  interface Tables {
    changes: ChangeTable;
    decisions: DecisionTable;
  }
}

export const changesMigrations: Migrations = {
  'changes-001': {
    async up(db) {
      await db.schema
        .createTable('changes')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('ref', 'text', (c) => c.notNull().unique())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('terms_version', 'integer', (c) => c.notNull())
        .addColumn('requester_id', 'text', (c) => c.notNull())
        .addColumn('requester_name', 'text', (c) => c.notNull())
        .addColumn('requester_language', 'text', (c) => c.notNull())
        .addColumn('terms_json', 'text', (c) => c.notNull())
        .addColumn('form', 'text')
        .addColumn('answers_json', 'text', (c) => c.notNull())
        .addColumn('rule', 'text', (c) => c.notNull())
        .addColumn('needs', 'integer', (c) => c.notNull())
        .addColumn('open_key', 'text', (c) => c.unique())
        .addColumn('source', 'text', (c) => c.notNull().unique())
        .addColumn('deadline_at', 'text', (c) => c.notNull())
        .addColumn('finish_by', 'text')
        .addColumn('guid', 'text', (c) => c.unique())
        .addColumn('frozen_json', 'text')
        .addColumn('attempts', 'integer', (c) => c.notNull())
        .addColumn('maybe_sent', 'integer', (c) => c.notNull())
        .addColumn('phase', 'text', (c) => c.notNull())
        .addColumn('outcome_json', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .addColumn('ended_at', 'text')
        .execute();
      await db.schema.createIndex('changes_state').on('changes').columns(['state', 'deadline_at']).execute();
      await db.schema.createIndex('changes_requester').on('changes').columns(['requester_id', 'created_at']).execute();
      await db.schema
        .createTable('decisions')
        .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
        .addColumn('person_id', 'text', (c) => c.notNull())
        .addColumn('person_name', 'text', (c) => c.notNull())
        .addColumn('verdict', 'text', (c) => c.notNull())
        .addColumn('reason', 'text', (c) => c.notNull())
        .addColumn('terms_version', 'integer', (c) => c.notNull())
        .addColumn('at', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('decisions_one_each', ['change_id', 'person_id'])
        .execute();
    },
  },
  'changes-003-seen': {
    async up(db) {
      await db.schema.alterTable('changes').addColumn('seen_json', 'text').execute();
    },
  },
  'changes-004-seals': {
    async up(db) {
      await db.schema.alterTable('changes').addColumn('seal', 'text').execute();
      await db.schema.alterTable('decisions').addColumn('shown', 'text').execute();
      await db.schema.alterTable('decisions').addColumn('seal', 'text').execute();
    },
  },
  ...noticeMigrations,
  /** For every list of changes: the newest of a state, a kind or a person (src/changes/repository.ts). */
  'changes-005-lists': {
    async up(db) {
      const lists = {
        changes_of_state: ['state', 'created_at'],
        changes_of_kind: ['kind', 'state', 'created_at'],
        changes_of_person: ['requester_id', 'state', 'created_at'],
      };
      for (const [name, columns] of Object.entries(lists)) {
        await db.schema.createIndex(name).on('changes').columns(columns).execute();
      }
      for (const old of ['changes_state', 'changes_requester']) await db.schema.dropIndex(old).execute();
    },
  },
};
