import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { Place } from '../story/places.ts';

const GUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isGuid = (text: string): boolean => GUID.test(text);

/** The place that a path names. @throws Refusal 404 with the code of what is not there, 400 when it is no scope. */
export const findPlace = (world: World, path: string): Place => {
  const place = world.places.find(path);
  if (place) return place;
  const scope = `The scope '${path}'`;
  if (/^\/subscriptions\/[^/]+$/i.test(path)) throw new Refusal(404, 'SubscriptionNotFound', `${scope} was not found.`);
  if (/^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+$/i.test(path))
    throw new Refusal(404, 'ResourceGroupNotFound', `${scope} was not found.`);
  if (/^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers(\/[^/]+){3}$/i.test(path))
    throw new Refusal(404, 'ResourceNotFound', `${scope} was not found.`);
  if (/^\/providers\/[^/]+\.Management\/managementGroups\/[^/]+$/i.test(path))
    throw new Refusal(404, 'ManagementGroupNotFound', `${scope} was not found.`);
  throw new Refusal(
    400,
    'InvalidScope',
    `${scope} is neither management group, subscription, resource group nor resource.`,
  );
};

/** The id of a role as seen at a place: above subscriptions it has no subscription in front (vendor-facts section 3). */
export const roleDefinitionId = (world: World, place: Place, role: string): string => {
  const prefix = place.subscriptionId === undefined ? '' : `/subscriptions/${place.subscriptionId}`;
  return `${prefix}/providers/${world.namespace}.Authorization/roleDefinitions/${role}`;
};

/** What stands after the last slash: a filter and a body name a role by its full id. */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
