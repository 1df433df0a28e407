import type { Migrations } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

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
  'sign-in-001': async (db) => {
    await createTable(db, 'sign_ins', {
      key: 'id',
      texts: ['state', 'person_id', 'change_id', 'created_at', 'contexts_json'],
      numbers: ['terms_version', 'max_age_ms', 'with_token'],
      optional: ['open_key', 'context', 'signed_in_at'],
      unique: ['open_key'],
    }).execute();
    await createIndex(db, 'sign_ins_age', 'sign_ins', ['created_at']);
    await createTable(db, 'used_tokens', { key: 'digest', texts: ['at'] }).execute();
    await createIndex(db, 'used_tokens_age', 'used_tokens', ['at']);
    await createTable(db, 'person_tokens', {
      key: 'sign_in_id',
      texts: ['change_id', 'expires_at', 'sealed'],
      numbers: ['adopted'],
    }).execute();
    await createIndex(db, 'person_tokens_of_change', 'person_tokens', ['change_id']);
  },
  // Those of before have no seal: their people are asked once more.
  'sign-in-002-seal': async (db) => {
    await db.schema.alterTable('sign_ins').addColumn('seal', 'text').execute();
  },
};
