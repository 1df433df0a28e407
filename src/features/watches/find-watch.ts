import type { AlertSource, Feed, WatchPlace } from '../../alerts/feed/source.ts';
import type { Watch } from '../../alerts/watch/watch.ts';
import { AppError } from '../../lib/errors.ts';
import type { Policy } from '../../policy/policy.ts';
import { fold } from '../../policy/problems/wording.ts';

export interface Naming {
  readonly sources: readonly AlertSource[];
  readonly policy: Policy;
}

/** What a person wrote about a watch: its name, what it watches, where. */
export interface Named {
  readonly which?: string | undefined;
  readonly place?: string | undefined;
}

/** The watches that somebody may mean, in any case: by ref, with or without its W, or by place; all where nothing is named. */
export const findWatches = (watches: readonly Watch[], { which, place }: Named, naming: Naming): readonly Watch[] => {
  const source = which === undefined ? undefined : sourceNamed(naming.sources, which);
  const fitting = source ? watches.filter((watch) => watch.source === source.name) : watches;
  const words = place ?? (source ? undefined : which);
  if (words === undefined) return fitting;
  const wanted = fold(words);
  const byRef = fitting.filter(({ ref }) => [fold(ref), fold(ref.replace(/^W-/, ''))].includes(wanted));
  if (byRef.length > 0) return byRef;
  return fitting.filter(
    (watch) => fold(watch.title) === wanted || feedNamed(watch.source, words, naming) === watch.feed,
  );
};

/** By its name, in any case. */
export const sourceNamed = (sources: readonly AlertSource[], words: string): AlertSource | undefined =>
  sources.find(({ name }) => fold(name) === fold(words));

const feedNamed = (name: string, words: string, { sources, policy }: Naming): string | undefined => {
  const source = sources.find((one) => one.name === name);
  return source && feedAt(source, words, policy)?.key;
};

/** What one of these sources calls that place, by key or title; undefined where none has it. */
export const placeNamed = (sources: readonly AlertSource[], words: string, policy: Policy): WatchPlace | undefined =>
  sources
    .flatMap((source) => source.places(policy))
    .find(({ key, title }) => [key, title].some((said) => fold(said) === fold(words)));

/**
 * What a person wants to have watched.
 * @throws AppError that says what can be named instead, or that they may not see it
 */
export const feedFor = (source: AlertSource, place: string, policy: Policy, objectId: string): Feed => {
  const feed = source.feedOf(place, policy);
  if (source.mayWatch(feed.key, policy, objectId)) return feed;
  throw new AppError({ code: 'Policy.NotAllowed', text: 'watches.refused.read', values: { place: feed.title } });
};

/** The feed of a place, or undefined where the source has none there. */
export const feedAt = (source: AlertSource, place: string, policy: Policy): Feed | undefined => {
  try {
    return source.feedOf(place, policy);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
