import { getContainerGroup } from '#cloud/operations/container-groups.ts';
import { orMissing, type Probe } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
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
