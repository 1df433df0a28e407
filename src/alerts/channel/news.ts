import type { Signal } from '../feed/source.ts';

/** A change worth a note in the thread; others only edit the card. Values are the source's words. */
export type News =
  | { readonly what: 'resolved' | 'reopened' }
  | { readonly what: 'level'; readonly from: string; readonly to: string }
  | { readonly what: 'regionTouched' | 'regionWell'; readonly names: readonly string[] }
  | { readonly what: 'review'; readonly stage: string }
  /** This item explains the incident. */
  | { readonly what: 'explained' };

/** An item compared with the stored one: `first`, `changed` (with its news, if any), `repeat`, or `stale`. */
export type Comparison =
  | { readonly is: 'first' | 'repeat' | 'stale' }
  | { readonly is: 'changed'; readonly news: readonly News[] };

/** @param unchanged whether the item equals the stored one */
export const compare = (known: Signal | undefined, next: Signal, unchanged: boolean): Comparison => {
  if (!known) return { is: 'first' };
  if (unchanged) return { is: 'repeat' };
  if (next.updatedAt < known.updatedAt) return { is: 'stale' };
  return { is: 'changed', news: newsOf(known, next) };
};

const newsOf = (known: Signal, next: Signal): News[] => {
  const news: News[] = [];
  if (known.open !== next.open) news.push({ what: next.open ? 'reopened' : 'resolved' });
  if (known.level !== next.level && next.open) news.push({ what: 'level', from: known.level, to: next.level });
  // When the last region recovers the incident is resolved, which is news already.
  if (next.open) news.push(...regionNews(known, next));
  if (next.review !== '' && next.review !== known.review) news.push({ what: 'review', stage: next.review });
  return news;
};

const regionNews = (known: Signal, next: Signal): News[] => {
  const before = new Map(known.regions.map(({ name, open }) => [name, open]));
  const touched = next.regions.filter(({ name, open }) => open && before.get(name) !== true).map(({ name }) => name);
  const well = next.regions.filter(({ name, open }) => !open && before.get(name) === true).map(({ name }) => name);
  return [
    ...(touched.length > 0 ? [{ what: 'regionTouched', names: touched } as const] : []),
    ...(well.length > 0 ? [{ what: 'regionWell', names: well } as const] : []),
  ];
};
