import { parseScope, type Scope, scopeContains } from '#cloud/request/path.ts';
import type { Change } from '#engine/changes/change.ts';
import { listChanges, listDoneSince } from '#engine/changes/repository.ts';
import type { Services } from '#features/feature.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Assignment } from './assignments.ts';
import { REMOVE } from './requestable.ts';
import { type RecentGrant, recentGrants } from './store.ts';
import { grantKey, removeTerms, scopeOf } from './terms.ts';

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

/** What a list was asked for. */
interface ListFilter {
  readonly scopes: readonly Scope[];
  /** A directory object id; undefined: everybody. */
  readonly person: string | undefined;
  /** Only what is in force now. */
  readonly inForce: boolean;
}

/**
 * The vendor's lists show some minutes later what Steward granted and removed: until then Steward's own records complete them.
 * @param listed each with the moment in which it was made
 */
export const withUnlisted = async (
  { database: { db }, clock }: Services,
  listed: readonly { readonly assignment: Assignment; readonly created: number }[],
  asked: ListFilter,
): Promise<readonly Assignment[]> => {
  const now = clock.now();
  const removed = await recentRemovals(db, now);
  const standing = listed
    .filter(({ assignment, created }) => !isRecentlyRemoved(removed, keyOf(assignment), created, now))
    .map(({ assignment }) => assignment);
  const shown = new Set(standing.map(keyOf));
  const unlisted = (await recentGrants(db, now - LAG_MS, now)).filter(
    (grant) => !shown.has(grantKey(grant.terms)) && isListed(grant, asked, now),
  );
  return [...standing, ...unlisted.map((grant) => toAssignment(grant, asked))];
};

/** Empty for what is through a group: Steward grants to people themselves. What is inherited has the place that it is from. */
export const keyOf = (assignment: Assignment): string =>
  assignment.held !== 'group' && parseScope(assignment.place.scope) ? grantKey(assignment) : '';

const isListed = ({ start, terms: { person, place } }: RecentGrant, asked: ListFilter, now: number): boolean =>
  (start <= now || !asked.inForce) &&
  (asked.person === undefined || asked.person.toLowerCase() === person.objectId.toLowerCase()) &&
  asked.scopes.some((scope) => scopeContains(scope, scopeOf(place)) || scopeContains(scopeOf(place), scope));

const toAssignment = ({ change, start, end, request, terms }: RecentGrant, { scopes }: ListFilter): Assignment => {
  const { person, role, place } = terms;
  const held = scopes.some((scope) => scopeContains(scope, scopeOf(place))) ? 'direct' : 'inherited';
  return { id: change, person, role, place, start, end, held, through: place.title, request: request.toLowerCase() };
};
