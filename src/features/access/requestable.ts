import { listRoleDefinitions } from '#cloud/operations/role-eligibility.ts';
import { type Scope, scopeContains, scopeKey, scopePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { findRule } from '#engine/changes/decision/rules.ts';
import type { CardButton } from '#engine/outbox/card-button.ts';
import type { Services } from '#features/feature.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { oneLine } from '#platform/lib/text.ts';
import { affectedPlaces, notAllowed, type Policy, type PolicyPlace } from '#policy/policy.ts';
import { type AccessRole, rolesOf } from './policy.ts';

export const GRANT = 'access.grant';
export const REMOVE = 'access.remove';
/** The verb of the button that extends a role, and the form's name. */
export const EXTEND = 'access.extend';
/** Granted at once, without approval, and reviewed afterwards. */
export const BREAK_GLASS = 'access.breakGlass';
/** The kinds of change that give a role. */
export const isGrant = (kind: string): boolean => kind === GRANT || kind === BREAK_GLASS;
/** The verb of the button that gives a role back. */
export const NOT_NEEDED = 'access.notNeeded';

/** The verb of the button that keeps a role after the incident for which it was asked. */
export const KEEP = 'access.keep';

/** The form that requests a role. */
export const REQUEST_FORM = 'access.request';

/** The form that requests several roles at once, and its name. */
export const SEVERAL_FORM = 'access.several';

/** A role at a place that a person may request. */
export interface Requestable {
  readonly place: PolicyPlace;
  readonly role: AccessRole;
}

/**
 * Everything that the policy lets this person request, in the policy's order.
 * @param kind of request
 * @param receiver in whose place: a directory object id
 */
export const requestableFor = (
  services: Services,
  objectId: string,
  kind = GRANT,
  receiver = objectId,
): Requestable[] => {
  const policy = services.policy.current();
  return policy.places.flatMap((place) =>
    rolesOf(policy)
      .filter((role) => mayRequest(services, kind, { place: place.key, role: role.key }, objectId, receiver))
      .map((role) => ({ place, role })),
  );
};

/** The same. @throws AppError that says who may, where there is nothing */
export const requireRequestable = (services: Services, objectId: string, kind = GRANT): Requestable[] => {
  const found = requestableFor(services, objectId, kind);
  if (found.length > 0) return found;
  const may = (person: string): boolean => requestableFor(services, person, kind).length > 0;
  const text = kind === BREAK_GLASS ? 'access.breakGlass.nothing' : 'access.form.nothing';
  throw notAllowed(text, services.policy.current(), may);
};

export const mayRequest = (
  services: Services,
  kind: string,
  facets: { place: string; role: string },
  requester: string,
  concerned: string,
): boolean => {
  const forSelf = requester === concerned;
  return services.changes.mayAsk({
    ...{ kind, facets, requester, forSelf },
    ...(isGrant(kind) && !forSelf ? { receiver: concerned } : {}),
  });
};

/** The value of a choice in the form. */
export const choiceValue = ({ place, role }: Requestable): string => `${place.key}/${role.key}`;

/** The facets of role rules. */
export const placesAndRoles = (policy: Policy) => ({
  place: policy.places.map(({ key }) => key),
  role: rolesOf(policy).map(({ key }) => key),
});

/** By key or title, case-insensitive. */
export const findRole = (policy: Policy, words: string): AccessRole | undefined => {
  const name = words.trim().toLowerCase();
  return rolesOf(policy).find(({ key, title }) => key === name || title.toLowerCase() === name);
};

/** Where two places are the same scope, the first names it. */
const placesByScope = memoByObject(
  (policy: Policy): ReadonlyMap<string, PolicyPlace> =>
    new Map(policy.places.map((place) => [scopeKey(place.scope), place] as const).reverse()),
);

/** The policy's names for a role and a scope of the vendor; the vendor's own where it has none. */
export const namesOf = (policy: Policy, roleId: string, scope: { readonly key: string; readonly shown: string }) => {
  const place = placesByScope(policy).get(scope.key);
  const role = rolesOf(policy).find(({ id }) => roleId.toLowerCase().endsWith(id));
  return { place: { key: place?.key ?? '', title: place?.title ?? scope.shown }, role };
};

/** A requestable role with its description. */
export interface DescribedRole extends Requestable {
  /** From the policy, else from the vendor. */
  readonly about: string;
  /** False where the vendor has no such role at the place and would refuse a request for it. */
  readonly exists: boolean;
}

const FRESH_MS = 10 * MINUTE;
const LONGEST = 160;

/**
 * The roles that this person may request, with the vendor's descriptions.
 * @param place undefined: all places
 * @throws VendorError
 */
export const describedRoles = async (
  services: Services,
  objectId: string,
  place: PolicyPlace | undefined,
  endBy: number,
): Promise<DescribedRole[]> => {
  const requestable = requestableFor(services, objectId).filter(
    (one) => place === undefined || one.place.key === place.key,
  );
  const places = [...new Set(requestable.map((one) => one.place))];
  const known = new Map(
    await Promise.all(places.map(async (at) => [at, await descriptionsAt(services, at, endBy)] as const)),
  );
  return requestable.map((one) => {
    const described = known.get(one.place)?.get(one.role.id);
    return { ...one, about: one.role.about || oneLine(described ?? '', LONGEST), exists: described !== undefined };
  });
};

/** The vendor's descriptions of the roles at a place, by role definition id. */
const descriptionsAt = (
  services: Services,
  { key, scope }: PolicyPlace,
  endBy: number,
): Promise<ReadonlyMap<string, string>> =>
  services.cache.get(`roles ${key}`, FRESH_MS, async () => {
    const found = new Map<string, string>();
    for await (const { name, description = '' } of services.vendor.list(listRoleDefinitions, { scope }, { endBy })) {
      found.set(name.toLowerCase(), description);
    }
    return found;
  });

/** Whether any rule takes a request of this person. */
export const mayRequestSomething = (requester: string, policy: Policy): boolean =>
  policy.places.length > 0 &&
  rolesOf(policy).length > 0 &&
  findRule(policy, { kind: GRANT, facets: placesAndRoles(policy), requester, forSelf: true }) !== undefined;

/** The button on the cards of incidents in places of the policy: requests a role there, for the incident. */
export const requestAccessButton: CardButton = {
  name: 'access',
  title: 'access.button.offer',
  form: REQUEST_FORM,
  answers({ subject, subscriptions, called }, policy) {
    const places = affectedPlaces(policy, subscriptions).map(({ key }) => key);
    if (places.length === 0) return undefined;
    return { [places.length === 1 ? 'place' : 'places']: places.join(','), reason: called, incident: subject };
  },
  may: mayRequestSomething,
};

/** The place's scope as stored in terms: in neutral words, whatever the profile. */
export const scopePathOf = ({ scope }: { readonly scope: Scope }): string => scopePath(scope, profileOf('Vendor'));

/** The places that lie in no other place: reading these reads all. */
export const outermost = memoByObject((policy: Policy): readonly PolicyPlace[] =>
  policy.places.filter(
    (place) => !policy.places.some((other) => other !== place && scopeContains(other.scope, place.scope)),
  ),
);
