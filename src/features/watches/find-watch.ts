import type { AlertSource, Feed, WatchPlace } from '#engine/alerts/feed/source.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import { AppError } from '#platform/lib/errors.ts';
import { normalise } from '#platform/lib/text.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';

export interface SourcesAndPolicy {
  readonly sources: readonly AlertSource[];
  readonly policy: Policy;
}

/** How a person refers to a watch: by ref or source, and by place. */
export interface WatchReference {
  readonly which?: string | undefined;
  readonly place?: string | undefined;
}

/** The watches that match: by ref, with or without its W, or by place; all without a reference. Case does not matter. */
export const findWatches = (
  watches: readonly Watch[],
  { which, place }: WatchReference,
  naming: SourcesAndPolicy,
): readonly Watch[] => {
  const source = which === undefined ? undefined : findSource(naming.sources, which);
  const matching = source ? watches.filter((watch) => watch.source === source.name) : watches;
  const words = place ?? (source ? undefined : which);
  if (words === undefined) return matching;
  const wanted = normalise(words);
  const byRef = matching.filter(({ ref }) => [normalise(ref), normalise(ref.replace(/^W-/, ''))].includes(wanted));
  if (byRef.length > 0) return byRef;
  return matching.filter(
    (watch) => normalise(watch.title) === wanted || feedKeyOf(watch.source, words, naming) === watch.feed,
  );
};

/** By name; case does not matter. */
export const findSource = (sources: readonly AlertSource[], words: string): AlertSource | undefined =>
  sources.find(({ name }) => normalise(name) === normalise(words));

const feedKeyOf = (name: string, words: string, { sources, policy }: SourcesAndPolicy): string | undefined => {
  const source = sources.find((one) => one.name === name);
  return source && findFeed(source, words, policy)?.key;
};

/** A place of one of these sources, by key or title. */
export const findPlace = (sources: readonly AlertSource[], words: string, policy: Policy): WatchPlace | undefined =>
  sources
    .flatMap((source) => source.places(policy))
    .find(({ key, title }) => [key, title].some((name) => normalise(name) === normalise(words)));

/**
 * The feed of a place that a person may watch.
 * @throws AppError that lists the known places, or for a missing right
 */
export const requireFeed = (source: AlertSource, place: string, policy: Policy, objectId: string): Feed => {
  const feed = source.feedOf(place, policy);
  if (source.mayWatch(feed.key, policy, objectId)) return feed;
  const may = (person: string): boolean => source.mayWatch(feed.key, policy, person);
  throw notAllowed('watches.refused.read', policy, may, { place: feed.title });
};

/** The feed of a place; undefined where the source has none. */
export const findFeed = (source: AlertSource, place: string, policy: Policy): Feed | undefined => {
  try {
    return source.feedOf(place, policy);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
