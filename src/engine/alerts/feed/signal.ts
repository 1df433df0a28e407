import { normalise } from '#platform/lib/text.ts';
import type { Tone } from '#teams/cards/view.ts';

/** From worst to least. */
export const levels = ['critical', 'error', 'warning', 'informational'] as const;

export type Level = (typeof levels)[number];

/** Parses the least severe level: "≥ error", "at least error", "error or worse", "error". */
export const parseLevel = (text: string): Level | undefined => {
  const word = normalise(text.replace(/\b(at least|and|or|above|worse|higher|more|from|up)\b/gi, ''));
  return /[<≤]/.test(text) ? undefined : levels.find((level) => level === (word === 'info' ? 'informational' : word));
};

/** What the layer needs to route, mute and compare an item. */
export interface Signal {
  /** The incident's id at the source, the same in every feed that lists it. */
  readonly key: string;
  /** Other names that `explains` may use. */
  readonly aliases: readonly string[];
  /** Key or alias of the incident that this one explains; its notes go into that incident's thread. */
  readonly explains?: string;
  readonly open: boolean;
  readonly level: Level;
  /** Sort order in a list, 0 first. */
  readonly rank: number;
  /** Last update at the source, in milliseconds since 1970. */
  readonly updatedAt: number;
  readonly services: readonly string[];
  readonly regions: readonly { readonly name: string; readonly open: boolean }[];
  /** Affected consumers, for sources that have them. */
  readonly consumers?: readonly string[];
  /** Newest stage of the post-incident review, in the source's words; empty without a review. */
  readonly review: string;
  /** Its texts must not be shown; the item holds none. */
  readonly hidden: boolean;
}

/** Worth a card of its own also where many incidents are open at once. */
export const isUrgent = ({ level }: Pick<Signal, 'level'>): boolean => level === 'critical' || level === 'error';

const toneOfLevel: Readonly<Record<Level, Tone>> = {
  critical: 'attention',
  error: 'attention',
  warning: 'warning',
  informational: 'accent',
};

/** The colour of an incident wherever it is shown: one for each level, and one for everything resolved. */
export const toneOf = ({ level, open }: Pick<Signal, 'level' | 'open'>): Tone => (open ? toneOfLevel[level] : 'good');

/** Kinds of names in incidents, which channels can mute; each source has some of them. */
export const nameKinds = ['service', 'region', 'consumer'] as const;

export type NameKind = (typeof nameKinds)[number];

/** The names in an incident, by kind. */
export const namesOf = ({
  services,
  regions,
  consumers = [],
}: Pick<Signal, 'services' | 'regions' | 'consumers'>): Readonly<Record<NameKind, readonly string[]>> => ({
  service: services,
  region: regions.map(({ name }) => name),
  consumer: consumers,
});

/** A change worth a note in the thread; others only edit the card. Values are the source's words. */
export type News =
  | { readonly what: 'resolved' | 'reopened' }
  | { readonly what: 'level'; readonly from: Level; readonly to: Level }
  | { readonly what: 'regionTouched' | 'regionWell'; readonly names: readonly string[] }
  | { readonly what: 'review'; readonly stage: string }
  /** This item explains the incident. */
  | { readonly what: 'explained' };

/** An item compared with the stored one: `first`, `changed` (with its news, if any), `repeat`, or `stale`. */
type Comparison =
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
