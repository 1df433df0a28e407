import type { CallOptions, VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import {
  listResourceHealthEvents,
  listSubscriptionHealthEvents,
  type HealthFilter as VendorFilter,
} from '#cloud/operations/health-events.ts';
import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { restartable } from '#cloud/paging.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { exclusionReason, type HealthFilter } from './filter.ts';
import { type HealthItem, progressed, toItem } from './item.ts';
import { merge } from './merge.ts';
import type { HealthPlan } from './query.ts';
import type { Target } from './target.ts';

export interface ReadContext {
  readonly vendor: VendorClient;
  readonly correlation: string;
  /** Deadline; milliseconds since 1970. */
  readonly endBy: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  portalOf(trackingId: string): string | undefined;
}

/** An event with the titles of all places that list it. */
export interface FoundEvent {
  readonly item: HealthItem;
  readonly places: readonly string[];
}

export interface HealthResult {
  /** Active before resolved, then by priority and last update. */
  readonly found: readonly FoundEvent[];
  /** Titles of the places that could not be read to their end. */
  readonly unread: readonly string[];
  /** Names in all events, matching or not. */
  readonly names: Names;
}

/**
 * The events of these places, read in parallel.
 * @throws VendorError where nothing could be read
 */
export const readEvents = async (
  { targets, filter, since }: HealthPlan,
  reading: ReadContext,
): Promise<HealthResult> => {
  const results = await Promise.all(targets.map((target) => readPlace(target, { filter, since }, reading)));
  const [failure] = results.flatMap(({ failure: one }) => (one === undefined ? [] : [one]));
  if (failure !== undefined && results.every((one) => one.failure !== undefined && one.items.length === 0))
    throw failure;
  const found = new Map<string, FoundEvent>();
  for (const [index, { items }] of results.entries()) {
    for (const item of items) {
      const known = found.get(item.id.toLowerCase());
      const place = targets[index]?.title ?? '';
      found.set(item.id.toLowerCase(), {
        item: known ? merge(known.item, item) : item,
        places: [...new Set([...(known?.places ?? []), place])],
      });
    }
  }
  return {
    found: [...found.values()].sort(byUrgency),
    names: {
      services: [...new Set(results.flatMap(({ named }) => named.flatMap(({ services }) => services)))],
      regions: [
        ...new Set(results.flatMap(({ named }) => named.flatMap(({ regions }) => regions.map(({ name }) => name)))),
      ],
    },
    unread: results.flatMap((one, index) => (one.failure === undefined ? [] : [targets[index]?.title ?? ''])),
  };
};

const byUrgency = (a: FoundEvent, b: FoundEvent): number =>
  Number(b.item.open) - Number(a.item.open) ||
  a.item.rank - b.item.rank ||
  b.item.updatedAt - a.item.updatedAt ||
  a.item.id.localeCompare(b.item.id);

interface PlaceResult {
  readonly items: readonly HealthItem[];
  /** All events, matching or not. */
  readonly named: readonly HealthItem[];
  readonly failure: unknown;
}

/** Events read before a failure are returned. */
const readPlace = async (
  target: Target,
  request: Pick<HealthPlan, 'filter' | 'since'>,
  reading: ReadContext,
): Promise<PlaceResult> => {
  const narrowed = vendorFilter(request.filter);
  const first = await readPlaceOnce(target, request, reading, narrowed);
  if (first.items.length > 0 || first.failure !== undefined || narrowed === undefined) return first;
  // The vendor's filter needs exact names; ours does not.
  return readPlaceOnce(target, request, reading, undefined);
};

const readPlaceOnce = async (
  target: Target,
  { filter, since }: Pick<HealthPlan, 'filter' | 'since'>,
  { vendor, correlation, endBy, now, portalOf }: ReadContext,
  narrowed: VendorFilter | undefined,
): Promise<PlaceResult> => {
  const items = new Map<string, HealthItem>();
  const named: HealthItem[] = [];
  try {
    for await (const event of listEvents(vendor, target, since, { correlation, endBy }, narrowed)) {
      const item = { ...progressed(toItem(event, target.subscriptionId, portalOf), now), tellers: [target.title] };
      named.push(item);
      if (item.updatedAt >= (since ?? 0) && exclusionReason(filter, item) === undefined)
        items.set(item.id.toLowerCase(), item);
    }
    return { items: [...items.values()], named, failure: undefined };
  } catch (failure) {
    if (!(failure instanceof VendorError)) throw failure;
    return { items: [...items.values()], named, failure };
  }
};

const vendorFilter = ({ services, regions }: HealthFilter): VendorFilter | undefined =>
  services || regions ? { ...(services ? { services } : {}), ...(regions ? { regions } : {}) } : undefined;

/**
 * The events of one place, page by page; after a restart some may come twice.
 * @throws VendorError
 */
export const listEvents = (
  vendor: VendorClient,
  target: Target,
  since: number | undefined,
  options: CallOptions,
  filter?: VendorFilter,
): AsyncIterable<HealthEvent> => {
  const narrowed = filter === undefined ? {} : { filter };
  return restartable(() =>
    target.kind === 'subscription'
      ? vendor.list(
          listSubscriptionHealthEvents,
          { subscriptionId: target.subscriptionId, start: since ?? 0, ...narrowed },
          options,
        )
      : vendor.list(listResourceHealthEvents, { resource: target.resource, ...narrowed }, options),
  );
};
