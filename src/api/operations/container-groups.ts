import { decodeManagementError } from '../errors/error-body.ts';
import { defineOperation } from '../operation.ts';
import { GUID_PATTERN } from '../request/path-segment.ts';
import { containerGroupSecrets, writeContainerGroup } from './container-groups-request.ts';
import { containerGroup } from './container-groups-schemas.ts';
import { provisioningProgress } from './provisioning.ts';

const common = {
  path: '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.ContainerInstance/containerGroups/{containerGroupName}',
  patterns: { subscriptionId: GUID_PATTERN },
  version: '2023-05-01',
  credential: 'app',
  decodeError: decodeManagementError,
  answer: containerGroup,
} as const;

/** Creates a group or changes it; safe to repeat with the same name and bytes. */
export const createOrUpdateContainerGroup = defineOperation({
  ...common,
  id: 'createOrUpdateContainerGroup',
  kind: 'long',
  method: 'PUT',
  success: [200, 201],
  retry: 'same-bytes',
  section: 'document 2, Endpoints 1',
  follow: 'self',
  progressOf: provisioningProgress,
  secrets: containerGroupSecrets,
  parts: writeContainerGroup,
});

export const getContainerGroup = defineOperation({
  ...common,
  id: 'getContainerGroup',
  kind: 'single',
  method: 'GET',
  success: [200],
  retry: 'read',
  section: 'vendor-facts, section 3',
  parts: (path: {
    readonly subscriptionId: string;
    readonly resourceGroupName: string;
    readonly containerGroupName: string;
  }) => ({ path: { ...path } }),
});
