import { cloud, people } from '../world.ts';
import { datasets } from './datasets.ts';
import { identities } from './identities.ts';
import type { Namespace } from './operation.ts';
import type { Places } from './story/places.ts';

/** What a program needs to try every operation (`GET /__sandbox/info`, shape in ASSUMPTIONS.md). */
export const sandboxInfo = (namespace: Namespace, places: Places, tokenUrl: string): unknown => ({
  namespace,
  tokenUrl,
  tokens: Object.fromEntries(identities.map(({ key, standingToken }) => [key, standingToken])),
  subscriptionId: cloud.subscriptions.production.id,
  resourceGroup: cloud.resourceGroups.ledger,
  managementGroup: cloud.managementGroup,
  resource: places.ledgerVault.path,
  principals: Object.values(people).map(({ objectId }) => objectId),
  ...Object.assign({}, ...datasets.map((dataset) => dataset.info(namespace, places))),
});
