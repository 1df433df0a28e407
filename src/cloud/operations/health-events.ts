import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { defineOperation } from '#cloud/operation.ts';
import { joinConditions, quoted } from '#cloud/request/freeze.ts';
import { GUID_PATTERN } from '#cloud/request/path.ts';
import { DAY } from '#platform/lib/clock.ts';
import { healthEvent } from './health-events-schemas.ts';

/** Events of any of these services or regions, by the vendor's display names. */
export interface HealthFilter {
  readonly services?: readonly string[];
  readonly regions?: readonly string[];
}

/** Conditions joined by `or`, the only way in the document (docs/sources.md, Health events); undefined for none. */
export const writeHealthFilter = ({ services = [], regions = [] }: HealthFilter): string | undefined =>
  joinConditions(
    [
      ...services.map((service) => `service eq ${quoted(service)}`),
      ...regions.map((region) => `region eq ${quoted(region)}`),
    ],
    'or',
  );

/** The start date of a listing from a moment's day on: the day before, since a date has no time zone. @throws RangeError for an invalid moment */
export const writeQueryStartTime = (start: number): string => {
  const [year, month, day] = new Date(start - DAY).toISOString().split(/[-T]/).map(Number);
  return `${month}/${day}/${year}`;
};

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

/** Events that affect one resource, including billing events. `resource` is its id, nested at most once. */
export const listResourceHealthEvents = defineOperation({
  ...list,
  id: 'listResourceHealthEvents',
  path: '/{resourceUri}/providers/Vendor.ResourceHealth/events',
  version: '2025-05-01',
  section: 'Health events',
  parts: ({ resource, filter = {} }: { readonly resource: string; readonly filter?: HealthFilter }) => ({
    path: { resourceUri: resource },
    query: { $filter: writeHealthFilter(filter) },
  }),
});

interface SubscriptionQuery {
  readonly subscriptionId: string;
  /** Everything updated since this moment, and perhaps earlier events, by the date as sent; milliseconds since 1970. */
  readonly start: number;
  readonly filter?: HealthFilter;
}

/** Events that affect a subscription; always with a start, because the vendor's default is three days. */
export const listSubscriptionHealthEvents = defineOperation({
  ...list,
  ...ofSubscription,
  id: 'listSubscriptionHealthEvents',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
  version: '2025-04-01',
  section: 'Health events',
  parts: ({ subscriptionId, start, filter = {} }: SubscriptionQuery) => ({
    path: { subscriptionId },
    query: { $filter: writeHealthFilter(filter), queryStartTime: writeQueryStartTime(start) },
  }),
});

/** The current state of one event. */
export const getHealthEvent = defineOperation({
  ...read,
  ...ofSubscription,
  id: 'getHealthEvent',
  kind: 'single',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{trackingId}',
  version: '2025-05-01',
  section: 'Health events',
  answer: healthEvent,
  parts: ({ subscriptionId, trackingId }: TrackedEvent) => ({ path: { subscriptionId, trackingId } }),
});

/** One event with the hidden details of a sensitive one; needs a separate right. A read-only POST. */
export const fetchHealthEventDetails = defineOperation({
  ...read,
  ...ofSubscription,
  id: 'fetchHealthEventDetails',
  kind: 'single',
  method: 'POST',
  path: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{trackingId}/fetchEventDetails',
  version: '2025-05-01',
  section: 'Health events',
  answer: healthEvent,
  parts: ({ subscriptionId, trackingId }: TrackedEvent) => ({ path: { subscriptionId, trackingId } }),
});
