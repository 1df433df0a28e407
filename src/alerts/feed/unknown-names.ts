import { editDistance, type Markdown } from '../../lib/text.ts';
import { fold } from '../../policy/problems/wording.ts';
import type { Words } from '../../texts/texts.ts';
import type { NameKind } from './name-kinds.ts';

/** As a source writes them. */
export interface Names {
  readonly services: readonly string[];
  readonly regions: readonly string[];
  readonly consumers?: readonly string[];
}

/** A name that no incident has had yet: perhaps a slip of the pen, perhaps something that has been well so far. */
export interface UnknownName {
  readonly what: NameKind;
  readonly name: string;
  /** Names like it that are known, the nearest first. */
  readonly near: readonly string[];
}

const MOST_NEAR = 3;
const LONGEST_COMPARED = 80;

/** Those of the wanted names, in any case, that are not among the known ones. */
export const unknownNames = (wanted: Partial<Names>, known: Names): readonly UnknownName[] => [
  ...among('service', wanted.services, known.services),
  ...among('region', wanted.regions, known.regions),
  ...among('consumer', wanted.consumers, known.consumers ?? []),
];

const among = (what: UnknownName['what'], wanted: readonly string[] = [], known: readonly string[]): UnknownName[] => {
  const folded = new Set(known.map(fold));
  return wanted.filter((name) => !folded.has(fold(name))).map((name) => ({ what, name, near: nearest(name, known) }));
};

const nearest = (name: string, known: readonly string[]): string[] => {
  const wanted = fold(name).slice(0, LONGEST_COMPARED);
  return known
    .map((one) => ({ one, far: distance(wanted, fold(one).slice(0, LONGEST_COMPARED)) }))
    .filter(({ far }) => far <= Math.min(3, Math.floor(wanted.length / 2)))
    .sort((a, b) => a.far - b.far || a.one.localeCompare(b.one))
    .slice(0, MOST_NEAR)
    .map(({ one }) => one);
};

const distance = (a: string, b: string): number => (b.includes(a) || a.includes(b) ? 0 : editDistance(a, b));

/** In a sentence each; empty for none. */
export const describeUnknownNames = (unheard: readonly UnknownName[], words: Words): Markdown =>
  unheard.map((one) => words.markdown('alerts.unknownName', unknownNameValues(one, words))).join(' ') as Markdown;

/** For a text of one's own about it. */
export const unknownNameValues = ({ what, name, near }: UnknownName, words: Words) => ({
  ...{ what, name, count: near.length },
  near: new Intl.ListFormat(words.spoken, { type: 'disjunction' }).format(near),
});
