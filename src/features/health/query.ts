import type { z } from 'zod';
import { listArguments, listPage, readSince } from '#bot/arguments/list-arguments.ts';
import { place, since } from '#bot/arguments/types.ts';
import { eventFilters } from '#features/event-filters.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import { type HealthFilter, parseFilter } from './filter.ts';
import { findTarget, subscriptionsOf, type Target } from './target.ts';

/** Without a place all subscriptions of the policy are meant. */
export const healthArguments = {
  place: place.first().introducedBy('of', 'for').after('on').orUnknown().with({ mayBeEmpty: true }),
  since: since.with({ mayBeEmpty: true }),
  ...eventFilters,
  service: eventFilters.service.orUnknown(),
  region: eventFilters.region.orUnknown(),
};

/** The arguments and the page, as buttons carry them. */
export const healthQuery = listArguments(healthArguments).extend({ page: listPage });
export type HealthQuery = z.infer<typeof healthQuery>;

/** What to read for a query. */
export interface HealthPlan {
  readonly targets: readonly Target[];
  readonly filter: HealthFilter;
  /** Only events updated since then, in milliseconds since 1970; undefined: all listed ones. */
  readonly since: number | undefined;
}

/** The period where the command names none; the vendor's own default (docs/sources.md, Health events). */
const DEFAULT_PERIOD = 3 * DAY;

/**
 * @param zone the reader's IANA time zone
 * @throws AppError for an unknown place, an unsupported filter or a time that is not in the past, with the next step
 */
export const planQuery = (query: HealthQuery, policy: Policy, now: number, zone: string): HealthPlan => {
  const targets = query.place === undefined ? subscriptionsOf(policy) : [findTarget(policy, query.place)];
  const [first] = targets;
  if (!first) throw new AppError({ code: 'Health.Question', text: 'health.refused.noSubscription' });
  const start = readSince(query.since, now, zone) ?? (first.kind === 'subscription' ? now - DEFAULT_PERIOD : undefined);
  return { targets, filter: parseFilter(query, first.kind), since: start };
};
