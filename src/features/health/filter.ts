import { z } from 'zod';
import { type Level, levels, parseLevel } from '#engine/alerts/feed/signal.ts';
import type { FilterWord, TextReference } from '#engine/alerts/feed/source.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { AppError } from '#platform/lib/errors.ts';
import { QUOTES } from '#platform/lib/quotes.ts';
import { normalise, oneLine, withoutTail } from '#platform/lib/text.ts';
import { asTextKey, listed, type TextName, type Words } from '#platform/texts/texts.ts';
import type { HealthItem } from './item.ts';
import { billingSubTypes, type Kind, kindOf } from './kind.ts';
import type { Target } from './target.ts';

const names = z.array(z.string()).optional();

/** A filter of events; of several names one must match. */
export const healthFilter = z.object({
  /** The least severe level that passes. */
  level: z.enum(levels).optional(),
  /** Kinds, or the vendor's sub-types. */
  types: names,
  services: names,
  regions: names,
  tags: names,
});
export type HealthFilter = z.infer<typeof healthFilter>;

/** The text after each filter word. */
export type FilterWords = Readonly<Partial<Record<FilterWord, string | undefined>>>;

/** Names of each kind. */
const kindNames: readonly { readonly kind: Kind; readonly aliases: readonly string[] }[] = [
  { kind: 'issue', aliases: ['issue', 'issues', 'service issue', 'incident', 'incidents', 'outage'] },
  { kind: 'emerging', aliases: ['emerging', 'emerging issue', 'emerging issues'] },
  { kind: 'maintenance', aliases: ['maintenance', 'planned maintenance'] },
  { kind: 'advisory', aliases: ['advisory', 'advisories', 'health advisory'] },
  { kind: 'security', aliases: ['security', 'security advisory'] },
  { kind: 'rca', aliases: ['rca', 'review', 'root cause analysis'] },
  { kind: 'retirement', aliases: ['retirement', 'retirements'] },
  { kind: 'billing', aliases: ['billing'] },
];
const kindByWords = new Map(
  kindNames.flatMap(({ kind, aliases }) => aliases.map((words): [string, Kind] => [normalise(words), kind])),
);
const subTypeByWords = new Map<string, string>(billingSubTypes.map((subType) => [normalise(subType), subType]));
/** Only in the list of a resource (docs/sources.md, Health events). */
const BY_RESOURCE: ReadonlySet<string> = new Set<string>(['retirement', 'billing', ...billingSubTypes]);

const LONGEST = 120;
const MOST = 8;

/**
 * Parses the text after the filter words.
 * @throws AppError for an unknown value, or a filter that this kind of place does not support
 */
export const parseFilter = (typed: FilterWords, on: Target['kind']): HealthFilter => {
  const types = listOf(typed.type).map(typeOf);
  const byResource = types.find((type) => BY_RESOURCE.has(type));
  if (on === 'subscription' && byResource !== undefined) {
    throw refused('typeByResource', { type: listOf(typed.type)[types.indexOf(byResource)] ?? byResource });
  }
  if (on === 'subscription' && typed.tag !== undefined) throw refused('tagByResource');
  return {
    ...(typed.level === undefined ? {} : { level: levelOf(typed.level) }),
    ...several('types', types),
    ...several('services', listOf(typed.service)),
    ...several('regions', listOf(typed.region)),
    ...several('tags', listOf(typed.tag)),
  };
};

const several = <K extends string>(name: K, found: readonly string[]) =>
  (found.length === 0 ? {} : { [name]: found }) as { [P in K]?: string[] };

const OPENING = new RegExp(`^[${QUOTES}]+`);

/** Names separated by commas or “or”. */
const listOf = (text = ''): readonly string[] => {
  const found = text
    .split(/,|\sor\s/i)
    .map((part) => withoutTail(oneLine(part, LONGEST).replace(OPENING, ''), QUOTES))
    .filter((part) => part !== '');
  if (found.length > MOST) throw refused('tooMany', { most: MOST });
  return found;
};

const levelOf = (text: string): Level => {
  const level = parseLevel(text);
  if (level) return level;
  throw refused('level', { level: oneLine(text, LONGEST) });
};

const typeOf = (text: string): string => {
  const type = kindByWords.get(normalise(text)) ?? subTypeByWords.get(normalise(text));
  if (type !== undefined) return type;
  throw refused('type', { type: text });
};

/** Why the filter excludes an event; undefined when it passes. */
export const exclusionReason = (filter: HealthFilter, item: HealthItem): TextReference | undefined => {
  const { level, types, services, regions, tags } = filter;
  if (level !== undefined && levels.indexOf(item.level) > levels.indexOf(level)) {
    return { text: 'health.leftOut.level', values: { level: item.level, wanted: level } };
  }
  if (types && !types.some((type) => type === kindOf(item) || type === item.subType || isAdvisory(type, item))) {
    return { text: 'health.leftOut.type', values: { kind: kindOf(item) } };
  }
  if (services && !concernsAny(services, item.services)) return missing('service', services);
  const regionNames = item.regions.map(({ name }) => name);
  if (regions && !concernsAny(regions, regionNames)) return missing('region', regions);
  return tags && !matchesAny(tags, item.tags ?? []) ? missing('tag', tags) : undefined;
};

/** A retirement is an advisory, and half of the lists do not distinguish them. */
const isAdvisory = (type: string, item: HealthItem): boolean => type === 'advisory' && kindOf(item) === 'retirement';

/** What names none, or names the whole service, concerns everybody. */
const concernsAny = (wanted: readonly string[], found: readonly string[]): boolean =>
  found.length === 0 || matchesAny([...wanted, 'Global'], found);

const matchesAny = (wanted: readonly string[], found: readonly string[]): boolean =>
  found.some((name) => wanted.some((want) => normalise(want) === normalise(name)));

const missing = (what: string, wanted: readonly string[]): TextReference => ({
  text: 'health.leftOut.other',
  values: { what, wanted: wanted.join(', ') },
});

/** The services and regions in the filter. */
export const filterNames = ({ services = [], regions = [] }: HealthFilter): Names => ({ services, regions });

/** Describes the filter; empty for none. */
export const formatFilter = (filter: HealthFilter, words: Words): string => {
  const list = (wanted: readonly string[]): string => listed(wanted, words, 'disjunction');
  const { level, types, services, regions, tags } = filter;
  const parts = [
    ...(level === undefined ? [] : [words.plain('health.filter.level', { level })]),
    ...(types
      ? [
          words.plain('health.filter.type', {
            types: list(types.map((type) => words.plain(asTextKey(`health.types.${type}`)))),
          }),
        ]
      : []),
    ...(services ? [words.plain('health.filter.service', { services: list(services) })] : []),
    ...(regions ? [words.plain('health.filter.region', { regions: list(regions) })] : []),
    ...(tags ? [words.plain('health.filter.tag', { tags: list(tags) })] : []),
  ];
  return parts.join(', ');
};

const refused = (what: TextName<'health.refused'>, values: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError({ code: 'Health.Filter', text: `health.refused.${what}`, values });
