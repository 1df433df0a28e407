import { cloud } from '../../world.ts';
import { findPlace } from '../access/scope.ts';
import type { Namespace, World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptedResource } from './script.ts';

const pathOf = (resource: ScriptedResource, namespace: Namespace): string => {
  const group = `/subscriptions/${cloud.subscriptions.production.id}/resourceGroups/${cloud.resourceGroups.ledger}`;
  const below = {
    vault: `${namespace}.KeyVault/vaults/kv-ledger`,
    database: `${namespace}.Sql/servers/sql-ledger/databases/ledger`,
  };
  return `${group}/providers/${below[resource]}`;
};

/** A resource group, and one or two pairs of type and name below a provider. */
const GROUP = /^(\/subscriptions\/[^/]+\/resourceGroups\/[^/]+)\/providers\/[^/]+(?:\/[^/]+\/[^/]+){1,2}$/i;

/**
 * The demo resource of a path; undefined for any other: the vendor does not check its existence.
 * @throws Refusal 400 for a path that is no resource id, 404 for an unknown subscription or resource group
 */
export const findResource = (world: World, path: string): ScriptedResource | undefined => {
  const group = GROUP.exec(path)?.[1];
  if (group === undefined) {
    const message = `'${path}' is not the id of a resource, nested once at most.`;
    throw new Refusal(400, 'InvalidResourceUri', message, {}, { target: 'resourceUri' });
  }
  findPlace(world, group);
  const known: readonly ScriptedResource[] = ['vault', 'database'];
  return known.find((resource) => pathOf(resource, world.namespace).toLowerCase() === path.toLowerCase());
};
