import type { Change } from '#engine/changes/change.ts';
import { iso } from '#platform/lib/clock.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { type GrantTerms, grantKey, grantTerms, type RemoveTerms, windowOf } from './terms.ts';

/** Grants that the vendor confirmed: one row for each grant through Steward. */
interface GrantTable {
  change_id: string;
  /** Person, role and place; one grant may be open at a time. */
  grant_key: string;
  starts_at: string;
  ends_at: string | null;
  /** The GUID of the request at the vendor. */
  request: string;
  /** For what was removed outside Steward, when that was noticed. */
  removed_at: string | null;
  /** Null where it was removed outside Steward. */
  removed_by: string | null;
  removed_reason: string | null;
  /** When the vendor confirmed it; null for what was before this was kept. */
  granted_at: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    grants: GrantTable;
  }
}

export const grantMigrations: Migrations = {
  'access-001': async (db) => {
    await createTable(db, 'grants', {
      key: 'change_id',
      texts: ['grant_key', 'starts_at', 'request'],
      optional: ['ends_at', 'removed_at', 'removed_by', 'removed_reason'],
    }).execute();
    await createIndex(db, 'grants_by_key', 'grants', ['grant_key']);
  },
  'access-002': async (db) => {
    await db.schema.alterTable('grants').addColumn('granted_at', 'text').execute();
    await createIndex(db, 'grants_granted', 'grants', ['granted_at']);
  },
  'access-003': async (db) => {
    await createIndex(db, 'grants_end', 'grants', ['ends_at']);
    await createIndex(db, 'grants_request', 'grants', ['request']);
  },
};

export interface Grant {
  readonly change: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number | undefined;
  /** The GUID of the request at the vendor. */
  readonly request: string;
  /** When the vendor confirmed it; undefined for what was before this was kept. */
  readonly grantedAt: number | undefined;
  /** `by` is absent where it was removed outside Steward: `at` is when that was noticed. */
  readonly removed: { readonly at: number; readonly by?: string; readonly reason: string } | undefined;
}

const toGrant = (row: GrantTable): Grant => ({
  change: row.change_id,
  start: Date.parse(row.starts_at),
  end: row.ends_at === null ? undefined : Date.parse(row.ends_at),
  request: row.request,
  grantedAt: row.granted_at === null ? undefined : Date.parse(row.granted_at),
  removed:
    row.removed_at === null
      ? undefined
      : {
          at: Date.parse(row.removed_at),
          ...(row.removed_by === null ? {} : { by: row.removed_by }),
          reason: row.removed_reason ?? '',
        },
});

/** @returns when the grant ends by itself, so that its card is redrawn */
export const recordGrant = async (trx: Trx, change: Change<GrantTerms>, now: number): Promise<number | undefined> => {
  const { start, end } = change.terms.window ?? windowOf(change.terms, now);
  await insertNew(
    trx.insertInto('grants').values({
      change_id: change.id,
      grant_key: grantKey(change.terms),
      starts_at: iso(start),
      ends_at: end === null ? null : iso(end),
      request: change.guid ?? '',
      granted_at: iso(now),
    }),
  );
  return end ?? undefined;
};

/** Marks the open grants of this person, role and place as removed; grants that ended by themselves stay ended. */
export const recordRemoval = async (trx: Trx, change: Change<RemoveTerms>, now: number): Promise<undefined> => {
  await trx
    .updateTable('grants')
    .set({
      removed_at: iso(now),
      removed_by: change.terms.by,
      removed_reason: change.terms.reason,
    })
    .where('grant_key', '=', grantKey(change.terms))
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', iso(now))]))
    .execute();
  return undefined;
};

export const findGrant = async (db: Db, changeId: string): Promise<Grant | undefined> => {
  const row = await db.selectFrom('grants').selectAll().where('change_id', '=', changeId).executeTakeFirst();
  return row && toGrant(row);
};

const grantsSince = prepared((db, since: string, now: string) =>
  db
    .selectFrom('grants')
    .innerJoin('changes', 'changes.id', 'grants.change_id')
    .select(['grants.change_id', 'grants.starts_at', 'grants.ends_at', 'grants.request', 'changes.terms_json'])
    .where('grants.granted_at', '>', since)
    .where('grants.removed_at', 'is', null)
    .where((eb) => eb.or([eb('grants.ends_at', 'is', null), eb('grants.ends_at', '>', now)]))
    .compile(),
);

/** Grants of late that still stand, which the vendor's lists may not show yet. @param since milliseconds since 1970 */
export const recentGrants = async (db: Db, since: number, now: number): Promise<readonly RecentGrant[]> => {
  const { rows } = await grantsSince(db, iso(since), iso(now));
  return rows.map((row) => ({
    change: row.change_id,
    start: Date.parse(row.starts_at),
    end: row.ends_at === null ? undefined : Date.parse(row.ends_at),
    request: row.request,
    terms: grantTerms.parse(JSON.parse(row.terms_json)),
  }));
};

export interface RecentGrant extends Pick<Grant, 'change' | 'start' | 'end' | 'request'> {
  readonly terms: GrantTerms;
}

/** The changes that granted this person, role and place, as far as these grants have not ended by themselves; removed ones too. */
export const grantsNotEnded = async (db: Db, key: string, now: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('grants')
    .select('change_id')
    .where('grant_key', '=', key)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', iso(now))]))
    .execute();
  return rows.map(({ change_id }) => change_id);
};

/** The grants of this person, role and place that stand or will begin, in the order of their beginnings. */
export const activeGrants = async (db: Db, key: string, now: number): Promise<readonly Grant[]> =>
  (await currentGrants(db, [key], now)).map(toGrant);

const currentGrants = async (db: Db, keys: readonly string[], now: number): Promise<readonly GrantTable[]> => {
  const rows = await db
    .selectFrom('grants')
    .selectAll()
    .where('grant_key', 'in', keys)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', iso(now))]))
    .execute();
  return rows.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
};

/** The newest of them that has begun, else the next to begin. */
export const findActiveGrant = async (db: Db, key: string, now: number): Promise<Grant | undefined> =>
  (await findActiveGrants(db, [key], now)).get(key);

/** The same of many people, roles and places, by their keys. */
export const findActiveGrants = async (
  db: Db,
  keys: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Grant>> => {
  const found = new Map<string, Grant>();
  for (let from = 0; from < keys.length; from += MOST_AT_ONCE) {
    for (const row of await currentGrants(db, keys.slice(from, from + MOST_AT_ONCE), now)) {
      const grant = toGrant(row);
      if (grant.start <= now || !found.has(row.grant_key)) found.set(row.grant_key, grant);
    }
  }
  return found;
};

/** An engine limits the values of a statement. */
const MOST_AT_ONCE = 500;
