import { decodeManagementError } from '../errors/error-body.ts';
import { defineOperation } from '../operation.ts';
import { GUID_PATTERN } from '../request/path-segment.ts';
import { type HealthFilter, writeHealthFilter, writeQueryStartTime } from './health-events-query.ts';
import { healthEvent } from './health-events-schemas.ts';

const read = {
  method: 'GET',
  credential: 'app',
  success: [200],
  retry: 'read',
  decodeError: decodeManagementError,
  exactNumbers: true,
} as const;

const list = { ...read, kind: 'list', paging: 'GET', item: healthEvent } as const;

const ofSubscription = { patterns: { subscriptionId: GUID_PATTERN } } as const;

interface TrackedEvent {
  readonly subscriptionId: string;
  readonly trackingId: string;
}

/** Events that touch one resource, its billing events too. `resource` is its id, nested once at most. */
export const listResourceHealthEvents = defineOperation({
  ...list,
  id: 'listResourceHealthEvents',
  path: '/{resourceUri}/providers/Vendor.ResourceHealth/events',
  version: '2025-05-01',
  section: 'document 2, Endpoints 4',
  parts: ({ resource, filter = {} }: { readonly resource: string; readonly filter?: HealthFilter }) => ({
    path: { resourceUri: resource },
    query: { $filter: writeHealthFilter(filter) },
  }),
});

interface SubscriptionQuestion {
  readonly subscriptionId: string;
  /** Everything updated from this moment on, and what comes before it by the date as written; milliseconds since 1970. */
  readonly start: number;
  readonly filter?: HealthFilter;
}

/** Events that touch a subscription; its own look-back of three days is never left to the vendor. */
export const listSubscriptionHealthEvents = defineOperation({
  ...list,
  ...ofSubscription,
  id: 'listSubscriptionHealthEvents',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
  version: '2025-04-01',
  section: 'document 2, Endpoints 5',
  parts: ({ subscriptionId, start, filter = {} }: SubscriptionQuestion) => ({
    path: { subscriptionId },
    query: { $filter: writeHealthFilter(filter), queryStartTime: writeQueryStartTime(start) },
  }),
});

/** One event as it stands now. */
export const getHealthEvent = defineOperation({
  ...read,
  ...ofSubscription,
  id: 'getHealthEvent',
  kind: 'single',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{trackingId}',
  version: '2025-05-01',
  section: 'vendor-facts, section 3',
  answer: healthEvent,
  parts: ({ subscriptionId, trackingId }: TrackedEvent) => ({ path: { subscriptionId, trackingId } }),
});

/** One event with what is hidden of a sensitive one; wants a right of its own. A POST that only reads. */
export const fetchHealthEventDetails = defineOperation({
  ...read,
  ...ofSubscription,
  id: 'fetchHealthEventDetails',
  kind: 'single',
  method: 'POST',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{trackingId}/fetchEventDetails',
  version: '2025-05-01',
  section: 'document 2, Endpoints 6',
  answer: healthEvent,
  parts: ({ subscriptionId, trackingId }: TrackedEvent) => ({ path: { subscriptionId, trackingId } }),
});
