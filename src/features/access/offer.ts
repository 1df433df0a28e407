import { scopeKey } from '../../api/request/scope.ts';
import { memoByObject } from '../../lib/memo-by-object.ts';
import type { Policy, PolicyPlace } from '../../policy/policy.ts';
import type { Services } from '../feature.ts';
import { type AccessRole, rolesOf } from './policy.ts';

export const GRANT = 'access.grant';
export const REMOVE = 'access.remove';

/** The form that asks for a role. */
export const REQUEST_FORM = 'access.request';

/** One thing that a person may ask for. */
export interface Offer {
  readonly place: PolicyPlace;
  readonly role: AccessRole;
}

/** Everything that the policy lets this person ask for, in the policy's order. */
export const offersFor = (services: Services, objectId: string): Offer[] => {
  const policy = services.policy.current();
  return policy.places.flatMap((place) =>
    rolesOf(policy)
      .filter((role) => mayRequest(services, GRANT, { place: place.key, role: role.key }, objectId, objectId))
      .map((role) => ({ place, role })),
  );
};

export const mayRequest = (
  services: Services,
  kind: string,
  facets: { place: string; role: string },
  requester: string,
  concerned: string,
): boolean => services.changes.mayAsk({ kind, facets, requester, forSelf: requester === concerned });

/** One text for an offer, as a choice's value. */
export const offerValue = ({ place, role }: Offer): string => `${place.key}/${role.key}`;

/** What rules for roles may speak of. */
export const placesAndRoles = (policy: Policy) => ({
  place: policy.places.map(({ key }) => key),
  role: rolesOf(policy).map(({ key }) => key),
});

/** By key or title, any case. */
export const findRole = (policy: Policy, words: string): AccessRole | undefined => {
  const wanted = words.trim().toLowerCase();
  return rolesOf(policy).find(({ key, title }) => key === wanted || title.toLowerCase() === wanted);
};

/** Where two places are the same scope the first one names it. */
const placesByScope = memoByObject(
  (policy: Policy): ReadonlyMap<string, PolicyPlace> =>
    new Map(policy.places.map((place) => [scopeKey(place.scope), place] as const).reverse()),
);

/** The names that the policy has for a role and a scope of the vendor; the vendor's own where it has none. */
export const namesOf = (policy: Policy, roleId: string, scope: { readonly key: string; readonly shown: string }) => {
  const place = placesByScope(policy).get(scope.key);
  const role = rolesOf(policy).find(({ id }) => roleId.toLowerCase().endsWith(id));
  return { place: { key: place?.key ?? '', title: place?.title ?? scope.shown }, role };
};
