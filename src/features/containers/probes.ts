import { getContainerGroup } from '../../api/operations/container-groups.ts';
import type { Policy } from '../../policy/policy.ts';
import { orMissing, type Probe } from '../probe.ts';
import { containerPlaces } from './policy.ts';

/** Read where a place names no group. */
const ANY_GROUP = 'steward-doctor';

/** One group of each place, which need not be there yet. */
export const probes = (policy: Policy): readonly Probe[] =>
  containerPlaces(policy).map(({ title, subscriptionId, resourceGroup, groups: [group = ANY_GROUP] }) => ({
    title,
    read: (vendor, options) =>
      orMissing(
        vendor.call(
          getContainerGroup,
          { subscriptionId, resourceGroupName: resourceGroup, containerGroupName: group },
          options,
        ),
        ['ResourceNotFound'],
      ),
  }));
