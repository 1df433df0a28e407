import { iso } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { type Change, type ChangeState, toChange } from './change.ts';
import type { ChangeKind } from './change-kind.ts';
import type { ChangesCore } from './core.ts';
import { questionOf } from './decision/review.ts';
import { isParty } from './decision/rules.ts';
import { listChanges } from './repository.ts';
import type { ChangeTable, ListedBy } from './tables.ts';

/** What a list says of a change beside its own columns. */
export interface Listed extends ListedBy {
  /** When what it gave ends by itself, in milliseconds since 1970. */
  readonly until: number | undefined;
}

/** What the lists find a change by: its place and its role in the policy's names, and its receiver. */
export const listedBy = (policy: Policy, kind: ChangeKind, terms: unknown): ListedBy => {
  const facets = kind.facets(terms);
  const [concerned] = kind.concerns(terms, policy);
  return {
    place: kind.place?.(terms, policy) ?? facets['place'] ?? null,
    role: facets['role'] ?? null,
    concerned: concerned?.toLowerCase() ?? null,
  };
};

/** Which changes a list shows; what is absent is not asked for. People are directory object ids in lower case. */
export interface ChangeQuery {
  /** By the moment of the request, or by the moment when the change ended; the latter only at named places. */
  readonly order: 'created' | 'ended';
  readonly states?: readonly ChangeState[];
  readonly requester?: string;
  /** The receiver. */
  readonly concerned?: string;
  /** Keys of the policy. */
  readonly places?: readonly string[];
  readonly role?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

/** Where a page ended: the next one begins behind it. */
export interface Position {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ref: string;
}

export interface ChangesPage {
  readonly changes: readonly Change[];
  /** Where the next page begins; undefined at the end of the list. */
  readonly next: Position | undefined;
  /** How far it was read, where a page was not filled because too many others stood between: milliseconds since 1970. */
  readonly readBackTo?: number;
}

/** Who reads the list. */
interface ListReader {
  readonly objectId: string;
  /** Whether they decide nothing: then only what is theirs or for them is read. */
  readonly ownOnly: boolean;
  maySee(change: Change): boolean;
}

const BATCH = 50;
/** The most rows read for one page, however large the store is. */
const MOST_READ = 1_000;

/** A page of the changes that a person may see, newest first: reads from the end of an index, the rest row by row up to a limit. */
export const readPage = async (
  db: Db,
  query: ChangeQuery,
  reader: ListReader,
  from: Position | undefined,
  size: number,
): Promise<ChangesPage> => {
  const found: { readonly change: Change; readonly position: Position }[] = [];
  let position = from;
  for (let read = 0; read < MOST_READ; read += BATCH) {
    const rows = await readBatch(db, query, reader, position);
    for (const row of rows) {
      position = positionOf(row, query);
      if (!matches(row, query)) continue;
      const change = toChange(row);
      if (!reader.maySee(change)) continue;
      // One more than the page shows that there is a next one.
      if (found.length === size) return { changes: found.map((one) => one.change), next: found.at(-1)?.position };
      found.push({ change, position });
    }
    if (rows.length < BATCH) return { changes: found.map((one) => one.change), next: undefined };
  }
  return {
    changes: found.map((one) => one.change),
    next: position,
    ...(position ? { readBackTo: position.at } : {}),
  };
};

const columns = { created: 'created_at', ended: 'ended_at' } as const;

const positionOf = (row: ChangeTable, { order }: ChangeQuery): Position => ({
  at: Date.parse(row[columns[order]] ?? ''),
  ref: row.ref,
});

const matches = (row: ChangeTable, { states, requester, concerned, places, role }: ChangeQuery): boolean =>
  (states === undefined || states.some((state) => state === row.state)) &&
  (requester === undefined || row.requester_id.toLowerCase() === requester) &&
  (concerned === undefined || row.concerned === concerned) &&
  (places === undefined || places.some((place) => place === row.place)) &&
  (role === undefined || row.role === role);

/** The equalities of one read; each set is the beginning of an index (src/engine/changes/tables.ts). */
type Equal = Partial<Record<'requester_id' | 'concerned' | 'place' | 'role' | 'state', string>>;

/** The reads that together have all that the query can find: the narrowest that an index serves. */
const readsOf = (query: ChangeQuery, { objectId, ownOnly }: ListReader): readonly Equal[] => {
  const { order, states, requester, concerned, places, role } = query;
  if (ownOnly) return [{ requester_id: objectId }, { concerned: objectId }];
  if (requester !== undefined && order === 'created') {
    return states?.map((state) => ({ requester_id: requester, state })) ?? [{ requester_id: requester }];
  }
  if (requester !== undefined) return [{ requester_id: requester }];
  if (concerned !== undefined) return [{ concerned }];
  if (places !== undefined) return places.map((place) => ({ place }));
  if (role !== undefined) return [{ role }];
  return states?.map((state) => ({ state })) ?? [{}];
};

/** The next rows behind a position, newest first; fewer than a batch at the end. */
const readBatch = async (
  db: Db,
  query: ChangeQuery,
  reader: ListReader,
  behind: Position | undefined,
): Promise<readonly ChangeTable[]> => {
  const column = columns[query.order];
  const found = new Map<string, ChangeTable>();
  for (const equal of readsOf(query, reader)) {
    let select = db
      .selectFrom('changes')
      .selectAll()
      // The year 9999 is behind nothing; with it the first page is read as the others are.
      .where((eb) =>
        eb(eb.refTuple(column, 'ref'), '<', eb.tuple(behind ? iso(behind.at) : '9999', behind?.ref ?? '') as never),
      );
    for (const [name, value] of Object.entries(equal)) select = select.where(name as keyof Equal, '=', value);
    if (query.since !== undefined) select = select.where(column, '>=', iso(query.since));
    const rows = await select.orderBy(column, 'desc').orderBy('ref', 'desc').limit(BATCH).execute();
    for (const row of rows) found.set(row.id, row);
  }
  const keyOf = (row: ChangeTable): string => `${row[column]} ${row.ref}`;
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1)).slice(0, BATCH);
};

/** More than any organisation will ever have open at once. */
const MOST_OPEN = 10_000;

/** The changes in these states; of one person by any of their accounts, and for them, where one is given. */
export const changesOf = async (
  { policy, kindOf }: Pick<ChangesCore, 'policy' | 'kindOf'>,
  db: Db,
  states: readonly ChangeState[],
  objectId?: string,
): Promise<readonly Change[]> => {
  const current = policy.current();
  const all = await listChanges(db, { states }, MOST_OPEN);
  if (objectId === undefined) return all;
  return all.filter(({ kind, terms, requester }) =>
    isParty(current, questionOf(current, kindOf(kind), terms, requester.objectId), objectId),
  );
};
