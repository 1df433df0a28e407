import { listSubscriptionHealthEvents } from '#cloud/operations/health-events.ts';
import { type Probe, readFirst } from '#features/probe.ts';
import { DAY } from '#platform/lib/clock.ts';
import type { Policy } from '#policy/policy.ts';
import { healthSection } from './policy.ts';
import { subscriptionsOf } from './target.ts';

/** The events of each subscription; none where no group may read them. */
export const probes = (policy: Policy, now: number): readonly Probe[] =>
  policy.section(healthSection).read.length === 0
    ? []
    : subscriptionsOf(policy).map(({ title, subscriptionId }) => ({
        title,
        read: (vendor, options) =>
          readFirst(vendor.list(listSubscriptionHealthEvents, { subscriptionId, start: now - DAY }, options)),
      }));
