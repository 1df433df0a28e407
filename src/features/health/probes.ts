import { listSubscriptionHealthEvents } from '../../api/operations/health-events.ts';
import { DAY } from '../../lib/clock.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Probe, readFirst } from '../probe.ts';
import { healthSection } from './policy.ts';
import { subscriptionsOf } from './target.ts';

/** The events of each subscription; none where nobody may read them. */
export const probes = (policy: Policy, now: number): readonly Probe[] =>
  policy.section(healthSection).read.length === 0
    ? []
    : subscriptionsOf(policy).map(({ title, subscriptionId }) => ({
        title,
        read: (vendor, options) =>
          readFirst(vendor.list(listSubscriptionHealthEvents, { subscriptionId, start: now - DAY }, options)),
      }));
