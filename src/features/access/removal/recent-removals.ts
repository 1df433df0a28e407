import type { Change } from '#engine/changes/change.ts';
import { listChanges, listDoneSince } from '#engine/changes/repository.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import { REMOVE } from '../requestable.ts';
import { grantKey, removeTerms } from '../terms.ts';

/** After this time the vendor's lists show what Steward granted and removed. */
export const LAG_MS = 15 * MINUTE;

/** Removals that are looked at. */
const MOST = 100;

/** A role that Steward removed, granted by Steward or by others. */
export interface RecentRemoval {
  /** Person, role and place. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The condition that limited it. */
  readonly condition: string | undefined;
}

/** Newest first. */
export const newestRemovals = async (db: Db): Promise<readonly RecentRemoval[]> =>
  (await listChanges(db, { kinds: [REMOVE], states: ['done'] }, MOST)).map(toRemoved);

/** Those that the vendor's lists may not show yet. */
export const recentRemovals = async (db: Db, now: number): Promise<readonly RecentRemoval[]> =>
  (await listDoneSince(db, REMOVE, now - LAG_MS)).map(toRemoved);

const toRemoved = ({ terms, endedAt }: Change): RecentRemoval => {
  const { person, role, place, condition } = removeTerms.parse(terms);
  return { key: grantKey({ person, role, place }), at: endedAt ?? 0, condition };
};

/** Whether a list may show this assignment only because it lags. @param created when it was made, in milliseconds since 1970 */
export const isRecentlyRemoved = (all: readonly RecentRemoval[], key: string, created: number, now: number): boolean =>
  all.some((removed) => removed.key === key && created <= removed.at && removed.at > now - LAG_MS);
