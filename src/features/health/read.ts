import type { Names } from '../../alerts/feed/unknown-names.ts';
import type { CallOptions, VendorClient } from '../../api/client.ts';
import { VendorError } from '../../api/errors/errors.ts';
import {
  listResourceHealthEvents,
  listSubscriptionHealthEvents,
  type HealthFilter as VendorFilter,
} from '../../api/operations/health-events.ts';
import type { HealthEvent } from '../../api/operations/health-events-schemas.ts';
import { restartable } from '../../api/paging/paging.ts';
import { type HealthFilter, leavesOut } from './filter.ts';
import { type HealthItem, toItem } from './item.ts';
import { merge } from './merge.ts';
import type { Plan } from './question.ts';
import type { Target } from './target.ts';

export interface Reading {
  readonly vendor: VendorClient;
  readonly correlation: string;
  /** When the whole must have ended; milliseconds since 1970. */
  readonly endBy: number;
  portalOf(trackingId: string): string | undefined;
}

/** One event with the titles of all places that list it. */
export interface Found {
  readonly item: HealthItem;
  readonly places: readonly string[];
}

export interface Findings {
  /** Active before resolved, then by priority, the newest word first. */
  readonly found: readonly Found[];
  /** Titles of the places of which not everything could be read. */
  readonly unread: readonly string[];
  /** What everything that was read names, whether the filter lets it through or not. */
  readonly names: Names;
}

/**
 * What goes on at these places now, all read at the same time; what could not be read of some of them is said.
 * @throws VendorError where nothing could be read at all
 */
export const readHealth = async ({ targets, filter, since }: Plan, reading: Reading): Promise<Findings> => {
  const looks = await Promise.all(targets.map((target) => look(target, { filter, since }, reading)));
  const [failure] = looks.flatMap(({ failure: one }) => (one === undefined ? [] : [one]));
  if (failure !== undefined && looks.every((one) => one.failure !== undefined && one.items.length === 0)) throw failure;
  const found = new Map<string, Found>();
  for (const [index, { items }] of looks.entries()) {
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
      services: [...new Set(looks.flatMap(({ named }) => named.flatMap(({ services }) => services)))],
      regions: [
        ...new Set(looks.flatMap(({ named }) => named.flatMap(({ regions }) => regions.map(({ name }) => name)))),
      ],
    },
    unread: looks.flatMap((one, index) => (one.failure === undefined ? [] : [targets[index]?.title ?? ''])),
  };
};

const byUrgency = (a: Found, b: Found): number =>
  Number(b.item.open) - Number(a.item.open) ||
  a.item.rank - b.item.rank ||
  b.item.updatedAt - a.item.updatedAt ||
  a.item.id.localeCompare(b.item.id);

interface Look {
  readonly items: readonly HealthItem[];
  /** All that was read. */
  readonly named: readonly HealthItem[];
  readonly failure: unknown;
}

/** Whatever was read before it failed counts. */
const look = async (target: Target, wish: Pick<Plan, 'filter' | 'since'>, reading: Reading): Promise<Look> => {
  const narrowed = vendorFilter(wish.filter);
  const first = await lookOnce(target, wish, reading, narrowed);
  if (first.items.length > 0 || first.failure !== undefined || narrowed === undefined) return first;
  // The vendor knows its names letter by letter; people know them roughly.
  return lookOnce(target, wish, reading, undefined);
};

const lookOnce = async (
  target: Target,
  { filter, since }: Pick<Plan, 'filter' | 'since'>,
  { vendor, correlation, endBy, portalOf }: Reading,
  narrowed: VendorFilter | undefined,
): Promise<Look> => {
  const items = new Map<string, HealthItem>();
  const named: HealthItem[] = [];
  try {
    for await (const event of listEvents(vendor, target, since, { correlation, endBy }, narrowed)) {
      const item = { ...toItem(event, target.subscriptionId, portalOf), tellers: [target.title] };
      named.push(item);
      if (item.updatedAt >= (since ?? 0) && leavesOut(filter, item) === undefined)
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
 * The events of one place, page by page; where a page was forgotten some may come twice.
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
