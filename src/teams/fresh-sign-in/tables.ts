import type { Migrations } from '#platform/storage/database.ts';

/** Somebody is asked to sign in for one decision; from the press that asks until the decision that uses it up. */
export interface FreshSignInTable {
  /** Opaque: it is in the address that the person opens. */
  id: string;
  /** Unique among those that may be asked for again; null for all others. */
  open_key: string | null;
  /** open, signed or used. */
  state: string;
  /** Directory object id of whoever pressed. */
  person_id: string;
  change_id: string;
  /** The terms that the decision is about. */
  terms_version: number;
  /** The authentication context that the rule wanted; null for none. */
  context: string | null;
  max_age_ms: number;
  /** 1 when it also brings a token for the cloud in the person's name. */
  with_token: number;
  created_at: string;
  /** When the person proved who they are, as the directory says. */
  signed_in_at: string | null;
  /** The contexts that were met. */
  contexts_json: string;
  /** Proves that Steward wrote the row as it is; null in one that was used up, which counts no more. */
  seal: string | null;
}

/** Tokens that were used, by their digests: none counts a second time. */
interface UsedTokenTable {
  digest: string;
  at: string;
}

/** A token for the cloud in a person's name, until its change has ended, or until it expires. */
interface PersonTokenTable {
  sign_in_id: string;
  change_id: string;
  /** 1 once the approval of its sign-in completed the change: it is sent with it. */
  adopted: number;
  expires_at: string;
  /** Encrypted (token-keys.ts). */
  sealed: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    sign_ins: FreshSignInTable;
    used_tokens: UsedTokenTable;
    person_tokens: PersonTokenTable;
  }
}

export const signInMigrations: Migrations = {
  'sign-in-001': {
    async up(db) {
      await db.schema
        .createTable('sign_ins')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('open_key', 'text', (c) => c.unique())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('person_id', 'text', (c) => c.notNull())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addColumn('terms_version', 'integer', (c) => c.notNull())
        .addColumn('context', 'text')
        .addColumn('max_age_ms', 'integer', (c) => c.notNull())
        .addColumn('with_token', 'integer', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('signed_in_at', 'text')
        .addColumn('contexts_json', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('sign_ins_age').on('sign_ins').column('created_at').execute();
      await db.schema
        .createTable('used_tokens')
        .addColumn('digest', 'text', (c) => c.primaryKey())
        .addColumn('at', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('used_tokens_age').on('used_tokens').column('at').execute();
      await db.schema
        .createTable('person_tokens')
        .addColumn('sign_in_id', 'text', (c) => c.primaryKey())
        .addColumn('change_id', 'text', (c) => c.notNull())
        .addColumn('adopted', 'integer', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('person_tokens_of_change').on('person_tokens').column('change_id').execute();
    },
  },
  // Those of before have no seal: their people are asked once more.
  'sign-in-002-seal': {
    async up(db) {
      await db.schema.alterTable('sign_ins').addColumn('seal', 'text').execute();
    },
  },
};
