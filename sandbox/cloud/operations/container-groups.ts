import { followGroupOperation, getGroup, putGroup } from '../containers/groups.ts';
import type { SandboxOperation } from '../operation.ts';

const common = {
  path: 'subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{ns}.ContainerInstance/containerGroups/{containerGroupName}',
  versions: ['2023-05-01'],
} as const;

/** Container groups (docs/sources.md, Container groups). */
export const containerGroups = {
  createOrUpdateContainerGroup: {
    ...common,
    method: 'PUT',
    action: '{ns}.ContainerInstance/containerGroups/write',
    handle: putGroup,
  },
  getContainerGroup: {
    ...common,
    method: 'GET',
    action: '{ns}.ContainerInstance/containerGroups/read',
    handle: getGroup,
  },
  followContainerGroupOperation: {
    ...common,
    path: 'subscriptions/{subscriptionId}/providers/{ns}.ContainerInstance/locations/{location}/operations/{operationId}',
    method: 'GET',
    action: '{ns}.ContainerInstance/locations/operations/read',
    handle: followGroupOperation,
  },
} as const satisfies Record<string, SandboxOperation>;
