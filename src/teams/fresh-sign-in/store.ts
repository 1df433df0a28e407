import type { Audit } from '#platform/audit/audit.ts';
import type { PersonToken } from '#platform/identity/person-token.ts';
import { DAY, iso, MINUTE } from '#platform/lib/clock.ts';
import { removeOlder } from '#platform/storage/batches.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import type { FreshSignInTable } from './tables.ts';

/** How a rule wants an approval to be confirmed. */
export interface SignInTerms {
  /** Conditional Access authentication context. */
  readonly context?: string | undefined;
  /** How long ago the person may have proved who they are, in milliseconds. */
  readonly maxAge: number;
  /** It also brings a token for the cloud in the person's name: only their own sign-in in the window does. */
  readonly withToken: boolean;
}

/** The decision that a person is asked to sign in for. */
export interface WantedSignIn extends SignInTerms {
  /** Directory object id, lower case. */
  readonly person: string;
  /** Id of the change. */
  readonly change: string;
  readonly termsVersion: number;
}

export interface FreshSignIn extends WantedSignIn {
  readonly id: string;
  readonly state: 'open' | 'signed' | 'used';
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly signedInAt: number | undefined;
  readonly contexts: readonly string[];
  /** Whether the row is as Steward wrote it. */
  readonly genuine: boolean;
}

type Sealing = Pick<Audit, 'seal'>;

/** Of all that decides; `open_key` only finds it. */
const sealOf = (audit: Sealing, { seal: _seal, open_key: _key, ...row }: FreshSignInTable): string =>
  audit.seal(
    'sign-in row',
    Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** From the press on; then it has to be asked for anew. */
export const LIFE_MS = 10 * MINUTE;
/** A younger one that is still open is asked for again: what is left of it is enough to sign in. */
const REUSED_MS = 5 * MINUTE;
/** Longer than any token counts. */
const REMEMBERED_MS = DAY;

export const isOver = ({ createdAt }: Pick<FreshSignIn, 'createdAt'>, now: number): boolean =>
  createdAt + LIFE_MS <= now;

/** The same for a press that comes twice: only one of them writes a row, also in two processes. */
const openKeyOf = ({ change, person, termsVersion, context, maxAge, withToken }: WantedSignIn): string =>
  [change, person, termsVersion, maxAge, context ?? '', withToken].join(' ');

/** The open sign-in of this decision, if asked for the same way lately; otherwise a new one. @returns its id, and whether it is new */
export const openSignIn = async (
  audit: Sealing,
  db: Db,
  newId: string,
  wanted: WantedSignIn,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const { person, change, termsVersion, context, maxAge, withToken } = wanted;
  const key = openKeyOf(wanted);
  const young = iso(now - REUSED_MS);
  const old = db.updateTable('sign_ins').set({ open_key: null }).where('open_key', '=', key);
  await old.where('created_at', '<=', young).execute();
  const row = {
    ...{ id: newId, open_key: key, state: 'open', person_id: person, change_id: change, terms_version: termsVersion },
    ...{ context: context ?? null, max_age_ms: maxAge, with_token: withToken ? 1 : 0, created_at: iso(now) },
    ...{ signed_in_at: null, contexts_json: '[]', seal: null },
  };
  const insert = db
    .insertInto('sign_ins')
    .values({ ...row, seal: sealOf(audit, row) })
    .onConflict((conflict) => conflict.column('open_key').doNothing());
  for (;;) {
    if (rowCount(await insert.executeTakeFirst()) === 1) return { id: newId, isNew: true };
    const row = await db.selectFrom('sign_ins').select('id').where('open_key', '=', key).executeTakeFirst();
    // Its person may just have signed in: then another one is open to be made.
    if (row) return { id: row.id, isNew: false };
  }
};

const rowOf = (db: Db, id: string): Promise<FreshSignInTable | undefined> =>
  db.selectFrom('sign_ins').selectAll().where('id', '=', id).executeTakeFirst();

export const findSignIn = async (audit: Sealing, db: Db, id: string): Promise<FreshSignIn | undefined> => {
  const row = await rowOf(db, id);
  return row && toSignIn(audit, row);
};

/** Its person has signed in. @returns whether it was still open, and as Steward wrote it */
export const markSigned = async (
  audit: Sealing,
  db: Db,
  id: string,
  { signedInAt, contexts }: PersonToken,
): Promise<boolean> => {
  const row = await rowOf(db, id);
  if (!row || row.seal !== sealOf(audit, row)) return false;
  const signed = { state: 'signed', signed_in_at: iso(signedInAt), contexts_json: JSON.stringify(contexts) };
  const result = await db
    .updateTable('sign_ins')
    .set({ ...signed, open_key: null, seal: sealOf(audit, { ...row, ...signed }) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return rowCount(result) === 1;
};

/** Uses it up for its decision. @returns whether it was in this state until then */
export const markUsed = async (db: Db, { id, state }: Pick<FreshSignIn, 'id' | 'state'>): Promise<boolean> => {
  const update = db
    .updateTable('sign_ins')
    .set({ state: 'used', open_key: null, seal: null })
    .where('id', '=', id)
    .where('state', '=', state);
  return rowCount(await update.executeTakeFirst()) === 1;
};

/** @returns false for a token that was used before */
export const useToken = async (db: Db, { digest }: Pick<PersonToken, 'digest'>, now: number): Promise<boolean> => {
  const insert = db
    .insertInto('used_tokens')
    .values({ digest, at: iso(now) })
    .onConflict((conflict) => conflict.column('digest').doNothing());
  return rowCount(await insert.executeTakeFirst()) === 1;
};

export const pruneSignIns = async (db: Db, now: number, stopping: () => boolean): Promise<void> => {
  await removeOlder(db, 'sign_ins', { key: 'id', time: 'created_at' }, now - REMEMBERED_MS, stopping);
  await removeOlder(db, 'used_tokens', { key: 'digest', time: 'at' }, now - REMEMBERED_MS, stopping);
};

/** @throws Error for a row that nobody wrote so */
const toSignIn = (audit: Sealing, row: FreshSignInTable): FreshSignIn => {
  const { id, state, person_id: person, change_id: change, terms_version: termsVersion, context } = row;
  if (state !== 'open' && state !== 'signed' && state !== 'used') throw new Error('a stored sign-in has no state');
  return {
    ...{ id, state, person, change, termsVersion, maxAge: row.max_age_ms, context: context ?? undefined },
    withToken: row.with_token === 1,
    createdAt: Date.parse(row.created_at),
    signedInAt: row.signed_in_at === null ? undefined : Date.parse(row.signed_in_at),
    contexts: JSON.parse(row.contexts_json),
    genuine: row.seal === sealOf(audit, row),
  };
};
