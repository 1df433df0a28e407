import type { Signal } from '../feed/source.ts';

/** What of a change is worth a word in the thread; everything else is edited in silence. Values are the source's words. */
export type News =
  | { readonly what: 'resolved' | 'reopened' }
  | { readonly what: 'level'; readonly from: string; readonly to: string }
  | { readonly what: 'regionTouched' | 'regionWell'; readonly names: readonly string[] }
  | { readonly what: 'review'; readonly stage: string }
  /** Another item explains the incident. */
  | { readonly what: 'explained' };

/** What this item is beside what was known: `first`, `changed` (with the news in it, if any), `repeat`, or `stale`. */
export type Compared =
  | { readonly is: 'first' | 'repeat' | 'stale' }
  | { readonly is: 'changed'; readonly news: readonly News[] };

/** @param same whether what would be stored is what is stored */
export const compare = (known: Signal | undefined, next: Signal, same: boolean): Compared => {
  if (!known) return { is: 'first' };
  if (same) return { is: 'repeat' };
  if (next.updatedAt < known.updatedAt) return { is: 'stale' };
  return { is: 'changed', news: newsOf(known, next) };
};

const newsOf = (known: Signal, next: Signal): News[] => {
  const news: News[] = [];
  if (known.open !== next.open) news.push({ what: next.open ? 'reopened' : 'resolved' });
  if (known.level !== next.level && next.open) news.push({ what: 'level', from: known.level, to: next.level });
  // With the last region the incident ends as a whole, which is said already.
  if (next.open) news.push(...regionNews(known, next));
  if (next.review !== '' && next.review !== known.review) news.push({ what: 'review', stage: next.review });
  return news;
};

const regionNews = (known: Signal, next: Signal): News[] => {
  const stood = new Map(known.regions.map(({ name, open }) => [name, open]));
  const touched = next.regions.filter(({ name, open }) => open && stood.get(name) !== true).map(({ name }) => name);
  const well = next.regions.filter(({ name, open }) => !open && stood.get(name) === true).map(({ name }) => name);
  return [
    ...(touched.length > 0 ? [{ what: 'regionTouched', names: touched } as const] : []),
    ...(well.length > 0 ? [{ what: 'regionWell', names: well } as const] : []),
  ];
};
