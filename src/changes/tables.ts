import type { Migrations } from '../storage/database.ts';

/** One change at the vendor, from asking to its end. Moments are ISO text, JSON is text. */
export interface ChangeTable {
  id: string;
  /** Short name for people: R-7KQ2M. */
  ref: string;
  kind: string;
  state: string;
  /** Rises with everything that a card shows; orders the edits of its copies. */
  version: number;
  /** Rises when the terms themselves change; a decision is about one of them. */
  terms_version: number;
  requester_id: string;
  requester_name: string;
  requester_language: string;
  terms_json: string;
  /** The form that asked, and what was typed there, so that Fix can open it again. */
  form: string | null;
  answers_json: string;
  /** Name of the policy rule that let it be asked; it is decided by the rules of the moment. */
  rule: string;
  /** Approvals that it needed when it was asked; it never needs fewer. */
  needs: number;
  /** What may be open once only; null when it has ended. */
  open_key: string | null;
  /** The activity that asked: the same activity again is the same change. */
  source: string;
  deadline_at: string;
  /** When the effort to carry it out ends; set when it is approved. */
  finish_by: string | null;
  guid: string | null;
  /** The call to the vendor as it was frozen at approval. */
  frozen_json: string | null;
  attempts: number;
  /** 1 when the vendor may have got the call. */
  maybe_sent: number;
  /** How far carrying out has come: send, look or arrived. */
  phase: string;
  /** How far it has come at the vendor, as the kind's verdicts told it last. */
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
  /** The seal of the request as the decision left it: what the decider saw. */
  shown: string | null;
  /** Proves that this person decided so. */
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
  /** For every list of changes: the newest of a state, of a kind, of a person (src/changes/repository.ts). */
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
