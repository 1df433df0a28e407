import { Refusal, type World } from '../operation.ts';
import type { Place } from '../story/places.ts';

const GUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isGuid = (text: string): boolean => GUID.test(text);

/** The place of a path. @throws Refusal 404 with the code for the missing part, 400 for a path that is no scope. */
export const findPlace = (world: World, path: string): Place => {
  const place = world.places.find(path);
  if (place) return place;
  const scope = `The scope '${path}'`;
  const [, id = '', group = '', resource = ''] = BELOW_SUBSCRIPTION.exec(path) ?? [];
  if (id !== '') requireSubscription(world, id);
  if (id !== '' && !world.places.find(`/subscriptions/${id}/resourceGroups/${group}`))
    throw new Refusal(404, 'ResourceGroupNotFound', `Resource group '${group}' could not be found.`);
  if (resource !== '') {
    const message =
      `The Resource '${resource}' under resource group '${group}' was not found. ` +
      'For more details please go to https://aka.ms/ARMResourceNotFoundFix';
    throw new Refusal(404, 'ResourceNotFound', message);
  }
  if (/^\/providers\/[^/]+\.Management\/managementGroups\/[^/]+$/i.test(path))
    throw new Refusal(404, 'ManagementGroupNotFound', `${scope} was not found.`);
  throw new Refusal(
    400,
    'InvalidScope',
    `${scope} is neither management group, subscription, resource group nor resource.`,
  );
};

const BELOW_SUBSCRIPTION =
  /^\/subscriptions\/([^/]+)(?:\/resourceGroups\/([^/]+)(?:\/providers\/([^/]+\/[^/]+\/[^/]+))?)?$/i;

/** @throws Refusal as the public service has them, for a malformed id and for an unknown one */
const requireSubscription = ({ places }: World, id: string): void => {
  if (!isGuid(id)) {
    const message = `The provided subscription identifier '${id}' is malformed or invalid.`;
    throw new Refusal(400, 'InvalidSubscriptionId', message);
  }
  if (!places.find(`/subscriptions/${id}`))
    throw new Refusal(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
};

/** The id of a role at a place: at a management group it has no subscription (docs/sources.md, Roles). */
export const roleDefinitionId = (world: World, place: Place, role: string): string => {
  const prefix = place.subscriptionId === undefined ? '' : `/subscriptions/${place.subscriptionId}`;
  return `${prefix}/providers/${world.namespace}.Authorization/roleDefinitions/${role}`;
};

/** The last segment, the GUID of a role's full id in a filter or a body. */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
