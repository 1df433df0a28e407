import { cloud } from '../../world.ts';

type PlaceKind = 'managementgroup' | 'subscription' | 'resourcegroup' | 'resource';

/** An existing scope of the vendor. `parent` leads to its ancestors and descendants. */
export interface Place {
  readonly path: string;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly parent: Place | undefined;
  readonly subscriptionId: string | undefined;
}

export interface Places {
  readonly managementGroup: Place;
  readonly production: Place;
  readonly staging: Place;
  readonly ledger: Place;
  readonly gateway: Place;
  readonly ledgerVault: Place;
  /** @param path with a leading slash, any case. */
  find(path: string): Place | undefined;
  /** The ancestors, the nearest first. */
  above(place: Place): readonly Place[];
  /** The descendants at any depth. */
  below(place: Place): readonly Place[];
}

export const createPlaces = (namespace: string): Places => {
  const managementGroup: Place = {
    path: `/providers/${namespace}.Management/managementGroups/${cloud.managementGroup}`,
    kind: 'managementgroup',
    name: 'Northwind',
    parent: undefined,
    subscriptionId: undefined,
  };
  const subscription = ({ id, name }: { id: string; name: string }): Place => ({
    path: `/subscriptions/${id}`,
    kind: 'subscription',
    name,
    parent: managementGroup,
    subscriptionId: id,
  });
  const inside = (parent: Place, kind: PlaceKind, path: string): Place => ({
    path: `${parent.path}${path}`,
    kind,
    name: path.slice(path.lastIndexOf('/') + 1),
    parent,
    subscriptionId: parent.subscriptionId,
  });
  const production = subscription(cloud.subscriptions.production);
  const staging = subscription(cloud.subscriptions.staging);
  const ledger = inside(production, 'resourcegroup', `/resourceGroups/${cloud.resourceGroups.ledger}`);
  const gateway = inside(production, 'resourcegroup', `/resourceGroups/${cloud.resourceGroups.gateway}`);
  const ledgerVault = inside(ledger, 'resource', `/providers/${namespace}.KeyVault/vaults/kv-ledger`);
  const all = [managementGroup, production, staging, ledger, gateway, ledgerVault];
  const byPath = new Map(all.map((place) => [place.path.toLowerCase(), place]));
  const above = (place: Place): readonly Place[] =>
    place.parent === undefined ? [] : [place.parent, ...above(place.parent)];
  return {
    managementGroup,
    production,
    staging,
    ledger,
    gateway,
    ledgerVault,
    find: (path) => byPath.get(path.toLowerCase()),
    above,
    below: (place) => all.filter((other) => above(other).includes(place)),
  };
};
