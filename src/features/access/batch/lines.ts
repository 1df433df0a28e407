import type { Services } from '#features/feature.ts';
import type { Policy } from '#policy/policy.ts';
import { kitsOf, rolesOf } from '../policy.ts';
import { GRANT, mayRequest, type Requestable } from '../requestable.ts';
import type { Kit } from './policy.ts';

interface Person {
  /** Directory object id. */
  readonly objectId: string;
  readonly name: string;
}

/** One role at one place for one person. */
export interface Line extends Requestable {
  readonly person: Person;
  /** Whether the policy lets it be requested. */
  readonly allowed: boolean;
}

/** What somebody asks for at once: the lines of a kit, and each of these roles at each of these places. */
export interface Wanted {
  readonly kit: Kit | undefined;
  /** Their keys in the policy. */
  readonly roles: readonly string[];
  readonly places: readonly string[];
  readonly people: readonly Person[];
}

/**
 * Line by line, for one person after the other. A line of a kit that the policy does not allow stays: a team asks for its kit as a
 * whole. Of the chosen roles and places it is no line, as not every role exists everywhere.
 * @param requester a directory object id
 */
export const linesOf = (
  services: Services,
  requester: string,
  wanted: Wanted,
): { readonly lines: readonly Line[]; readonly missing: readonly Line[] } => {
  const policy = services.policy.current();
  const ofKit = wanted.kit ? rolesOfKit(policy, wanted.kit) : [];
  const chosen = policy.places
    .filter(({ key }) => wanted.places.includes(key))
    .flatMap((place) =>
      rolesOf(policy)
        .filter(({ key }) => wanted.roles.includes(key))
        .map((role) => ({ place, role })),
    )
    .filter((one) => !ofKit.some((other) => isSame(one, other)));
  const linesFor = (all: readonly Requestable[]): readonly Line[] =>
    wanted.people.flatMap((person) =>
      all.map((one) => ({ ...one, person, allowed: isAllowed(services, one, requester, person.objectId) })),
    );
  const all = linesFor([...ofKit, ...chosen]);
  const isLine = (one: Line): boolean => one.allowed || ofKit.some((other) => isSame(one, other));
  return { lines: all.filter(isLine), missing: all.filter((one) => !isLine(one)) };
};

const isSame = (one: Requestable, other: Requestable): boolean => one.place === other.place && one.role === other.role;

const isAllowed = (services: Services, { place, role }: Requestable, requester: string, person: string): boolean =>
  mayRequest(services, GRANT, { place: place.key, role: role.key }, requester, person);

/** The policy has them all: it was checked. */
const rolesOfKit = (policy: Policy, kit: Kit): readonly Requestable[] =>
  kit.lines.flatMap(({ role: roleKey, place: placeKey }) => {
    const role = rolesOf(policy).find(({ key }) => key === roleKey);
    const place = policy.place(placeKey);
    return role && place ? [{ role, place }] : [];
  });

/** The kits of which this person may ask for any line, for any of these people. @param people directory object ids */
export const kitsFor = (services: Services, requester: string, people: readonly string[]): readonly Kit[] => {
  const policy = services.policy.current();
  return kitsOf(policy).filter((kit) =>
    rolesOfKit(policy, kit).some((one) => people.some((person) => isAllowed(services, one, requester, person))),
  );
};
