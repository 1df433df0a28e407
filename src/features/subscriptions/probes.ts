import { getSubscriptionAlias } from '#cloud/operations/subscriptions.ts';
import { orMissing, type Probe } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { billingScopesOf } from './policy.ts';

/** An alias that nobody has: only a request could tell whether subscriptions may be created. */
export const probes = (policy: Policy): readonly Probe[] =>
  billingScopesOf(policy).length === 0
    ? []
    : [
        {
          title: '',
          read: (vendor, options) =>
            orMissing(vendor.call(getSubscriptionAlias, { aliasName: 'steward-doctor' }, options)),
        },
      ];
