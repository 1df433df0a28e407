import { listRoleDefinitions } from '../../api/operations/role-eligibility.ts';
import { MINUTE } from '../../lib/clock.ts';
import { oneLine } from '../../lib/text.ts';
import type { PolicyPlace } from '../../policy/policy.ts';
import type { Services } from '../feature.ts';
import { type Offer, offersFor } from './offer.ts';

/** One role that a person may ask for at a place. */
export interface OfferedRole extends Offer {
  /** The policy's words for it, else the vendor's. */
  readonly about: string;
  /** False where the vendor has no such role at the place: a request for it would be refused. */
  readonly exists: boolean;
}

const FRESH_MS = 10 * MINUTE;
const LONGEST = 160;

/**
 * What this person may ask for, with what the vendor says of each role.
 * @param place undefined: at every place
 * @throws VendorError
 */
export const offeredRoles = async (
  services: Services,
  objectId: string,
  place: PolicyPlace | undefined,
  endBy: number,
): Promise<OfferedRole[]> => {
  const offers = offersFor(services, objectId).filter((offer) => place === undefined || offer.place.key === place.key);
  const places = [...new Set(offers.map((offer) => offer.place))];
  const known = new Map(
    await Promise.all(places.map(async (at) => [at, await descriptionsAt(services, at, endBy)] as const)),
  );
  return offers.map((offer) => {
    const described = known.get(offer.place)?.get(offer.role.id);
    return { ...offer, about: offer.role.about || oneLine(described ?? '', LONGEST), exists: described !== undefined };
  });
};

/** Descriptions of the roles that the vendor has at a place, by the id of their definition. */
const descriptionsAt = (
  services: Services,
  { key, scope }: PolicyPlace,
  endBy: number,
): Promise<ReadonlyMap<string, string>> =>
  services.kept.get(`roles ${key}`, FRESH_MS, async () => {
    const found = new Map<string, string>();
    for await (const { name, description = '' } of services.vendor.list(listRoleDefinitions, { scope }, { endBy })) {
      found.set(name.toLowerCase(), description);
    }
    return found;
  });
