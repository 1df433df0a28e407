import type { HealthEvent } from '../../api/operations/health-events-schemas.ts';
import { moment } from './item.ts';

/** One thing that the vendor said about an event. */
export interface Update {
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Where it was said of some regions only. */
  readonly regions: readonly string[];
}

/** Everything said about an event, the newest first. Regions repeat what is said of the whole: that counts once. */
export const updatesOf = ({ updates = [], impact = [] }: HealthEvent): readonly Update[] => {
  const found = new Map<string, Update>();
  const add = ({ summary = '', updateDateTime, eventTags = [] }: (typeof updates)[number], region?: string): void => {
    if (summary.trim() === '') return;
    const key = `${updateDateTime ?? ''} ${summary}`;
    const known = found.get(key);
    const ofRegion = region !== undefined && (known === undefined || known.regions.length > 0);
    found.set(key, {
      at: moment(updateDateTime),
      summary,
      tags: [...new Set([...(known?.tags ?? []), ...eventTags])],
      regions: ofRegion ? [...new Set([...(known?.regions ?? []), region])] : [],
    });
  };
  for (const update of updates) add(update);
  for (const { impactedRegions = [] } of impact) {
    for (const { impactedRegion, updates: own = [] } of impactedRegions)
      for (const update of own) add(update, impactedRegion);
  }
  return [...found.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
};
