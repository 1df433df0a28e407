import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Migrations, Tables } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { batchMigrations } from './batch/tables.ts';
import { freezeMigrations } from './freeze/tables.ts';
import { noticeMigrations } from './notices/tables.ts';

/** What lists find a change by, beside its requester and its state. */
export interface ListedBy {
  /** Keys of the policy at the request. */
  place: string | null;
  role: string | null;
  /** Directory object id of the receiver. */
  concerned: string | null;
}

/** One change at the vendor, from request to end. Times are ISO text, JSON is text. */
export interface ChangeTable extends ListedBy {
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
  /** Since when the people its rule escalates to may decide too. */
  escalated_at: string | null;
  /** The time limit of the execution; set on approval. */
  finish_by: string | null;
  guid: string | null;
  /** Directory object id of the approver in whose name the call is sent; null for Steward's own. Set on approval. */
  sent_by: string | null;
  /** The call to the vendor, frozen at approval. */
  frozen_json: string | null;
  attempts: number;
  /** 1 when the vendor may have received the call. */
  maybe_sent: number;
  /** The phase of the execution: send, sign-in, look or arrived. */
  phase: string;
  /** Progress at the vendor, as last confirmed by the kind. */
  seen_json: string | null;
  outcome_json: string | null;
  /** Of several requests that were sent at once; null for one that was sent alone. */
  batch: string | null;
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

declare module '#platform/storage/database.ts' {
  interface Tables {
    changes: ChangeTable;
    decisions: DecisionTable;
  }
}

export const changesMigrations: Migrations = {
  'changes-001': async (db) => {
    await createTable(db, 'changes', {
      key: 'id',
      texts: [
        'ref',
        'kind',
        'state',
        'requester_id',
        'requester_name',
        'requester_language',
        'terms_json',
        'answers_json',
        'rule',
        'source',
        'deadline_at',
        'phase',
        'created_at',
        'updated_at',
      ],
      numbers: ['version', 'terms_version', 'needs', 'attempts', 'maybe_sent'],
      optional: ['form', 'open_key', 'finish_by', 'guid', 'frozen_json', 'outcome_json', 'ended_at'],
      unique: ['ref', 'open_key', 'source', 'guid'],
    }).execute();
    await createIndex(db, 'changes_state', 'changes', ['state', 'deadline_at']);
    await createIndex(db, 'changes_requester', 'changes', ['requester_id', 'created_at']);
    await createTable(db, 'decisions', {
      texts: ['person_id', 'person_name', 'verdict', 'reason', 'at'],
      numbers: ['terms_version'],
    })
      .addColumn('change_id', 'text', (c) => c.notNull().references('changes.id'))
      .addPrimaryKeyConstraint('decisions_one_each', ['change_id', 'person_id'])
      .execute();
  },
  'changes-003-seen': async (db) => {
    await db.schema.alterTable('changes').addColumn('seen_json', 'text').execute();
  },
  'changes-004-seals': async (db) => {
    await db.schema.alterTable('changes').addColumn('seal', 'text').execute();
    await db.schema.alterTable('decisions').addColumn('shown', 'text').execute();
    await db.schema.alterTable('decisions').addColumn('seal', 'text').execute();
  },
  ...noticeMigrations,
  /** For every list of changes: the newest of a state, a kind or a person (src/engine/changes/repository.ts). */
  'changes-005-lists': async (db) => {
    const lists = {
      changes_of_state: ['state', 'created_at'],
      changes_of_kind: ['kind', 'state', 'created_at'],
      changes_of_person: ['requester_id', 'state', 'created_at'],
    };
    for (const [name, columns] of Object.entries(lists)) {
      await createIndex(db, name, 'changes', columns);
    }
    for (const old of ['changes_state', 'changes_requester']) await db.schema.dropIndex(old).execute();
  },
  ...freezeMigrations,
  /** For the pages of the lists (src/engine/changes/listing.ts). */
  'changes-009-listing': async (db) => {
    for (const column of ['place', 'role', 'concerned']) {
      await db.schema.alterTable('changes').addColumn(column, 'text').execute();
    }
    await fillListedBy(db);
    const lists: Readonly<Record<string, string[]>> = {
      changes_by_time: ['created_at', 'ref'],
      changes_by_state: ['state', 'created_at', 'ref'],
      changes_by_place: ['place', 'created_at', 'ref'],
      changes_by_role: ['role', 'created_at', 'ref'],
      changes_by_concerned: ['concerned', 'created_at', 'ref'],
      changes_by_requester: ['requester_id', 'created_at', 'ref'],
      changes_by_requester_state: ['requester_id', 'state', 'created_at', 'ref'],
      changes_ended_place: ['place', 'ended_at', 'ref'],
      changes_ended_concerned: ['concerned', 'ended_at', 'ref'],
      changes_ended_requester: ['requester_id', 'ended_at', 'ref'],
    };
    for (const [name, columns] of Object.entries(lists)) {
      await createIndex(db, name, 'changes', columns);
    }
    // The new ones serve the same lists.
    for (const old of ['changes_of_state', 'changes_of_person']) await db.schema.dropIndex(old).execute();
  },
  ...batchMigrations,
  'changes-012-sender': async (db) => {
    await db.schema.alterTable('changes').addColumn('sent_by', 'text').execute();
  },
  /** What was done of late of a kind. */
  'changes-013-ended': async (db) => {
    await createIndex(db, 'changes_ended_kind', 'changes', ['kind', 'ended_at']);
  },
};

const PART = 500;

const named = z.object({
  place: z.object({ key: z.string() }).optional().catch(undefined),
  role: z.object({ key: z.string() }).optional().catch(undefined),
  person: z.object({ objectId: z.string() }).optional().catch(undefined),
  owner: z.object({ objectId: z.string() }).optional().catch(undefined),
});

/** What the terms of the changes so far name; part by part, as there may be many. */
const fillListedBy = async (store: Kysely<Pick<Tables, 'changes'>>): Promise<void> => {
  for (let last = ''; ; ) {
    const rows = await store
      .selectFrom('changes')
      .select(['id', 'terms_json'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PART)
      .execute();
    for (const { id, terms_json } of rows) {
      const { place, role, person, owner } = named.parse(JSON.parse(terms_json));
      const concerned = (person ?? owner)?.objectId.toLowerCase() ?? null;
      const found = { place: place?.key ?? null, role: role?.key ?? null, concerned };
      await store.updateTable('changes').set(found).where('id', '=', id).execute();
    }
    const end = rows.at(-1);
    if (!end || rows.length < PART) return;
    last = end.id;
  }
};
