import { listShareSynchronizations, listSourceShareSynchronizationSettings } from '#cloud/operations/data-share.ts';
import { type Probe, readFirst } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { sharedOf } from './policy.ts';

/** What was synchronized last of each share, and the schedule of each one that is received. */
export const probes = (policy: Policy): readonly Probe[] =>
  sharedOf(policy).map(({ title, kind, name, subscriptionId, resourceGroup, account }) => {
    const inAccount = { subscriptionId, resourceGroup, account };
    return {
      title,
      read: (vendor, options) =>
        readFirst(
          kind === 'share'
            ? vendor.list(listShareSynchronizations, { ...inAccount, share: name }, options)
            : vendor.list(listSourceShareSynchronizationSettings, { ...inAccount, shareSubscription: name }, options),
        ),
    };
  });
