import { iso } from '#platform/lib/clock.ts';
import { lockInOrder } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import {
  type Change,
  type ChangeState,
  changeStates,
  type Decision,
  isOpen,
  reconcileUntil,
  toChange,
  toDecision,
} from './change.ts';
import type { ChangeTable, DecisionTable } from './tables.ts';

export const findChange = async (db: Db, id: string): Promise<Change | undefined> => {
  const row = await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toChange(row);
};

export const findChangeByRef = async (db: Db, ref: string): Promise<Change | undefined> => {
  const row = await db.selectFrom('changes').selectAll().where('ref', '=', ref).executeTakeFirst();
  return row && toChange(row);
};

export const findChangeBySource = async (db: Db, source: string): Promise<Change | undefined> => {
  const row = await db.selectFrom('changes').selectAll().where('source', '=', source).executeTakeFirst();
  return row && toChange(row);
};

/** Ids in one statement. */
const MOST_AT_ONCE = 500;

/** The changes that these sources brought about. */
export const listChangesBySource = async (db: Db, sources: readonly string[]): Promise<Change[]> => {
  const found: Change[] = [];
  for (let from = 0; from < sources.length; from += MOST_AT_ONCE) {
    const some = sources.slice(from, from + MOST_AT_ONCE);
    const rows = await db.selectFrom('changes').selectAll().where('source', 'in', some).execute();
    found.push(...rows.map(toChange));
  }
  return found;
};

/** The key of which only one change may be open. */
export const openKeyOf = (kind: string, key: string): string => `${kind} ${key}`;

export const findOpenChange = async (db: Db, openKey: string): Promise<Change | undefined> => {
  const row = await db.selectFrom('changes').selectAll().where('open_key', '=', openKey).executeTakeFirst();
  return row && toChange(row);
};

export interface ChangeFilter {
  readonly requester?: string;
  readonly states?: readonly ChangeState[];
  /** Names of kinds. */
  readonly kinds?: readonly string[];
}

/** Newest first. One query for each state and kind: each reads the end of an index and stops at the limit. */
export const listChanges = async (
  db: Db,
  { requester, states = changeStates, kinds }: ChangeFilter,
  limit: number,
): Promise<Change[]> => {
  const found: Change[] = [];
  for (const state of states) {
    const newest = db
      .selectFrom('changes')
      .selectAll()
      .where('state', '=', state)
      .orderBy('created_at', 'desc')
      .limit(limit);
    const each =
      requester === undefined
        ? (kinds?.map((kind) => newest.where('kind', '=', kind)) ?? [newest])
        : [(kinds ? newest.where('kind', 'in', kinds) : newest).where('requester_id', '=', requester)];
    for (const query of each) found.push(...(await query.execute()).map(toChange));
  }
  return found.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limit);
};

/** The newest changes for a person, from any requester; no more than `limit` are read. @param objectId directory object id */
export const listConcerning = async (
  db: Db,
  objectId: string,
  states: readonly ChangeState[],
  limit: number,
): Promise<Change[]> => {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('concerned', '=', objectId.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('ref', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toChange).filter(({ state }) => states.includes(state));
};

/** The number of waiting requests, of one person or in total; counts up to `most`. */
export const countWaiting = async (db: Db, most: number, requester?: string): Promise<number> => {
  const waiting = db.selectFrom('changes').select('id').where('state', '=', 'waiting').limit(most);
  const rows = await (requester === undefined ? waiting : waiting.where('requester_id', '=', requester)).execute();
  return rows.length;
};

/** More than any team will ever have unconfirmed within a day. */
const MOST_UNCONFIRMED = 1_000;

/** Unconfirmed changes of this kind that are still reconciled, newest first. @param now milliseconds since 1970 */
export const listUnconfirmed = async (db: Db, kind: string, now: number): Promise<Change[]> =>
  (await listChanges(db, { kinds: [kind], states: ['unconfirmed'] }, MOST_UNCONFIRMED)).filter(
    (change) => now < reconcileUntil(change),
  );

/** The changes of a kind that were done after a moment. @param since milliseconds since 1970 */
export const listDoneSince = async (db: Db, kind: string, since: number): Promise<Change[]> => {
  const { rows } = await endedSince(db, kind, iso(since));
  return rows.map(toChange).filter(({ state }) => state === 'done');
};

const endedSince = prepared((db, kind: string, since: string) =>
  db.selectFrom('changes').selectAll().where('kind', '=', kind).where('ended_at', '>', since).compile(),
);

/** No other process advances these before the transaction ends. */
export const lockChanges = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  await lockInOrder(
    trx,
    trx
      .selectFrom('changes')
      .select('id')
      .where('id', 'in', ['', ...ids]),
  ).execute();
};

export type ChangePatch = Partial<Omit<ChangeTable, 'id' | 'version' | 'updated_at'>> & { state: ChangeState };

/** The only way to advance a change: one conditional UPDATE; an end frees its open key. @returns undefined if another update came first */
export const moveChange = async (
  db: Db,
  change: Change,
  now: number,
  patch: ChangePatch,
): Promise<Change | undefined> => {
  const ended = isOpen(patch.state) || patch.state === change.state ? {} : { open_key: null, ended_at: iso(now) };
  const row = await db
    .updateTable('changes')
    .set({ ...patch, ...ended, version: change.version + 1, updated_at: iso(now) })
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .where('state', '=', change.state)
    .returningAll()
    .executeTakeFirst();
  return row && toChange(row);
};

/** Raises only the version, so that the copies of its card are redrawn. */
export const raiseVersion = async (db: Db, id: string): Promise<Change | undefined> => {
  const row = await db
    .updateTable('changes')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toChange(row);
};

/** One row per person: confirming an earlier approval replaces it. */
export const recordDecision = async (db: Db, row: DecisionTable): Promise<void> => {
  const { change_id: _change, person_id: _person, ...fields } = row;
  await db
    .insertInto('decisions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['change_id', 'person_id']).doUpdateSet(fields))
    .execute();
};

/** When each of these changes was decided on last, in milliseconds since 1970; without undecided ones. */
export const lastDecisions = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('decisions')
    .where('change_id', 'in', ids)
    .where('verdict', 'not in', ['accept', 'void'])
    .groupBy('change_id')
    .select((eb) => ['change_id', eb.fn.max('at').as('last')])
    .execute();
  return new Map(rows.map(({ change_id, last }) => [change_id, Date.parse(last)]));
};

/** The decisions on everything in these states, by change, each in order of time. */
export const decisionsIn = async (
  db: Db,
  states: readonly ChangeState[],
): Promise<ReadonlyMap<string, readonly Decision[]>> => {
  const rows = await db
    .selectFrom('decisions')
    .innerJoin('changes', 'changes.id', 'decisions.change_id')
    .where('changes.state', 'in', states)
    .selectAll('decisions')
    .execute();
  const found = new Map<string, Decision[]>();
  for (const row of rows.toSorted((a, b) => a.at.localeCompare(b.at))) {
    found.set(row.change_id, [...(found.get(row.change_id) ?? []), toDecision(row)]);
  }
  return found;
};

/** In order of time. */
export const listDecisions = async (db: Db, changeId: string): Promise<Decision[]> => {
  const rows = await db.selectFrom('decisions').selectAll().where('change_id', '=', changeId).orderBy('at').execute();
  return rows.map(toDecision);
};
