import { iso } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { type GrantTerms, grantTerms } from '../terms.ts';

/** A grant as Steward recorded it; moments in milliseconds since 1970. */
export interface RecordedGrant {
  readonly change: string;
  /** Short name for people, such as R-7KQ2M. */
  readonly ref: string;
  readonly terms: GrantTerms;
  /** The GUID of the request at the vendor, in lower case. */
  readonly request: string;
  readonly start: number;
  readonly end: number | undefined;
  /** 0 for what was before this was recorded. */
  readonly grantedAt: number;
  /** `outside`: not by Steward, which noticed it at that moment. */
  readonly removed: { readonly at: number; readonly outside: boolean } | undefined;
}

/** Ids in one statement. */
const MOST = 500;

/**
 * The grants that have not reached their end, and those of these requests at the vendor.
 * @param requests GUIDs, in lower case
 */
export const recordedGrants = async (
  db: Db,
  requests: readonly string[],
  now: number,
): Promise<readonly RecordedGrant[]> => {
  const all = grantsOf(db);
  const batches = Array.from({ length: Math.ceil(requests.length / MOST) }, (_, at) =>
    requests.slice(at * MOST, (at + 1) * MOST),
  );
  const rows = [
    ...(await all.where('grants.ends_at', '>', iso(now)).execute()),
    ...(await all.where('grants.ends_at', 'is', null).execute()),
  ];
  for (const batch of batches) rows.push(...(await all.where('grants.request', 'in', batch).execute()));
  const found = rows.map((row) => ({
    change: row.change_id,
    ref: row.ref,
    terms: grantTerms.parse(JSON.parse(row.terms_json)),
    request: row.request.toLowerCase(),
    start: Date.parse(row.starts_at),
    end: row.ends_at === null ? undefined : Date.parse(row.ends_at),
    grantedAt: row.granted_at === null ? 0 : Date.parse(row.granted_at),
    removed: row.removed_at === null ? undefined : { at: Date.parse(row.removed_at), outside: row.removed_by === null },
  }));
  const isOver = ({ removed }: RecordedGrant): boolean => removed !== undefined && !removed.outside;
  const listed = new Set(requests);
  // What Steward removed matters only while it is listed.
  return [...new Map(found.map((grant) => [grant.change, grant])).values()].filter(
    (grant) => !isOver(grant) || listed.has(grant.request),
  );
};

const grantsOf = (db: Db) =>
  db
    .selectFrom('grants')
    .innerJoin('changes', 'changes.id', 'grants.change_id')
    .select([
      'grants.change_id',
      'grants.starts_at',
      'grants.ends_at',
      'grants.request',
      'grants.granted_at',
      'grants.removed_at',
      'grants.removed_by',
      'changes.ref',
      'changes.terms_json',
    ]);
