import { parseScope, type Scope, scopeContains } from '../../api/request/path.ts';
import type { Services } from '../feature.ts';
import type { Assignment } from './assignments.ts';
import { LAG_MS } from './schedules.ts';
import { type RecentGrant, recentGrants } from './store.ts';
import { grantKey, scopeOf } from './terms.ts';

/** What a list was asked for. */
interface Asked {
  readonly scopes: readonly Scope[];
  /** A directory object id; undefined: everybody. */
  readonly person: string | undefined;
  /** Only what is in force now. */
  readonly inForce: boolean;
}

/**
 * The vendor's lists show some minutes later what Steward granted and removed: until then Steward's own records complete them.
 * @param listed each with the GUID of its request, where the list names it
 */
export const withUnlisted = async (
  { database, clock }: Services,
  listed: readonly { readonly assignment: Assignment; readonly request: string }[],
  asked: Asked,
): Promise<readonly Assignment[]> => {
  const now = clock.now();
  const recent = await recentGrants(database.db, now - LAG_MS, now);
  const current = recent.filter(({ removed }) => !removed);
  const keys = new Set(current.map(({ terms }) => grantKey(terms)));
  const isRemoved = ({ assignment, request }: (typeof listed)[number]): boolean =>
    recent.some(
      (grant) =>
        grant.removed &&
        (request === ''
          ? !keys.has(keyOf(assignment)) && grantKey(grant.terms) === keyOf(assignment)
          : grant.request === request),
    );
  const standing = listed.filter((one) => !isRemoved(one)).map(({ assignment }) => assignment);
  const shown = new Set(standing.map(keyOf));
  return [
    ...standing,
    ...current.filter((grant) => !shown.has(grantKey(grant.terms)) && isAskedFor(grant, asked, now)).map(toAssignment),
  ];
};

/** Empty for what is not direct: Steward grants to people themselves. */
const keyOf = (assignment: Assignment): string =>
  assignment.held === 'direct' && parseScope(assignment.place.scope) ? grantKey(assignment) : '';

const isAskedFor = ({ start, terms: { person, place } }: RecentGrant, asked: Asked, now: number): boolean =>
  (start <= now || !asked.inForce) &&
  (asked.person === undefined || asked.person.toLowerCase() === person.objectId.toLowerCase()) &&
  asked.scopes.some((scope) => scopeContains(scope, scopeOf(place)));

const toAssignment = ({ change, start, end, terms: { person, role, place } }: RecentGrant): Assignment => ({
  ...{ id: change, person, role, place, start, end, held: 'direct', through: place.title },
});
