import type { Log } from '#platform/lib/logger.ts';
import { editDistance, type Markdown, normalise } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { readRows } from '../context.ts';
import { itemIn } from './alert-store.ts';
import type { NameKind } from './signal.ts';
import type { AlertSource } from './source.ts';

/** As a source writes them. */
export interface Names {
  readonly services: readonly string[];
  readonly regions: readonly string[];
  readonly consumers?: readonly string[];
}

/** A name that no incident has used yet: misspelled, or never affected so far. */
export interface UnknownName {
  readonly what: NameKind;
  readonly name: string;
  /** Similar known names, the most similar first. */
  readonly near: readonly string[];
}

const MOST_NEAR = 3;
const LONGEST_COMPARED = 80;

/** The wanted names that are not known; case does not matter. */
export const unknownNames = (wanted: Partial<Names>, known: Names): readonly UnknownName[] => [
  ...unknownOf('service', wanted.services, known.services),
  ...unknownOf('region', wanted.regions, known.regions),
  ...unknownOf('consumer', wanted.consumers, known.consumers ?? []),
];

const unknownOf = (
  what: UnknownName['what'],
  wanted: readonly string[] = [],
  known: readonly string[],
): UnknownName[] => {
  const folded = new Set(known.map(normalise));
  return wanted
    .filter((name) => !folded.has(normalise(name)))
    .map((name) => ({ what, name, near: nearest(name, known) }));
};

const nearest = (name: string, known: readonly string[]): string[] => {
  const wanted = normalise(name).slice(0, LONGEST_COMPARED);
  return known
    .map((one) => ({ one, far: distance(wanted, normalise(one).slice(0, LONGEST_COMPARED)) }))
    .filter(({ far }) => far <= Math.min(3, Math.floor(wanted.length / 2)))
    .sort((a, b) => a.far - b.far || a.one.localeCompare(b.one))
    .slice(0, MOST_NEAR)
    .map(({ one }) => one);
};

const distance = (a: string, b: string): number => (b.includes(a) || a.includes(b) ? 0 : editDistance(a, b));

/** One sentence each; empty for none. */
export const describeUnknownNames = (unknown: readonly UnknownName[], words: Words): Markdown =>
  unknown.map((one) => words.markdown('alerts.unknownName', unknownNameValues(one, words))).join(' ') as Markdown;

const unknownNameValues = ({ what, name, near }: UnknownName, words: Words) => ({
  what,
  name,
  count: near.length,
  near: listed(near, words, 'disjunction'),
});

/** The newest incidents whose names are read. */
const MOST_NAMED = 500;

/** Services, regions and consumers in a source's incidents. */
export const namesKnown = async (db: Db, source: AlertSource, log: Log): Promise<Names> => {
  const rows = await db
    .selectFrom('alerts')
    .select(['key', 'item_json'])
    .where('source', '=', source.name)
    .orderBy('seen_at', 'desc')
    .limit(MOST_NAMED)
    .execute();
  const signals = await readRows(
    log,
    rows,
    ({ key }) => key,
    (row) => source.signal(itemIn(source, row)),
  );
  return {
    services: [...new Set(signals.flatMap(({ services }) => services))],
    regions: [...new Set(signals.flatMap(({ regions }) => regions.map(({ name }) => name)))],
    ...(source.mutes.includes('consumer')
      ? { consumers: [...new Set(signals.flatMap(({ consumers = [] }) => consumers))] }
      : {}),
  };
};
