import { cut, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';
import { groupFact, groupStateText, more } from './facts.ts';
import { settingLabel } from './setting-label.ts';
import { secretsFact, specFacts, warnings } from './spec-facts.ts';
import type { ChangedLine, CurrentState, DeployTerms } from './terms.ts';

/** The number of changes on a card; “Full definition” shows all. */
const MOST_CHANGES = 8;
/** The characters of each side of a change on a card; “Full definition” shows all. */
export const LONGEST_SIDE = 80;
/** The number of characters shown at the beginning of a longer side. */
const START = 24;
/** The number of equal characters shown before the first difference. */
const SAME_BEFORE = 16;

/** Place, warnings and changes; of a new group also its settings, which “Full definition” has for every group. */
export const termsFacts = ({ place, spec, standing }: DeployTerms, words: Words): Fact[] => [
  groupFact('place', `${place.title} · ${place.resourceGroup}`, words),
  ...warnings(spec, words),
  ...changeFacts(standing, spec.containers.length, words),
  ...(standing.exists ? secretsFact(spec, words) : specFacts(spec, words)),
];

/** What happens to the group, and each change on two lines: its value now, and its new value. */
const changeFacts = ({ exists, changes, state }: CurrentState, containers: number, words: Words): Fact[] => {
  if (!exists) return [whatChanges([words.markdown('containers.diff.new')], words)];
  const sentences = [
    words.markdown('containers.diff.count', { count: changes.length }),
    words.markdown(changes.length === 0 ? 'containers.diff.same' : 'containers.diff.restart'),
    ...(changes.some(({ anew }) => anew) ? [words.markdown('containers.diff.anew')] : []),
    ...endedNote(state, words),
  ];
  return [
    whatChanges(sentences, words),
    ...changes.slice(0, MOST_CHANGES).map((line) => changeFact(line, containers, words)),
    ...more(changes.length - MOST_CHANGES, 'changes', words),
  ];
};

const whatChanges = (sentences: readonly Markdown[], words: Words): Fact => ({
  title: words.plain('containers.label.change'),
  value: sentences.join(' ') as Markdown,
});

const ENDED = /^(?:Succeeded|Failed|Stopped)$/;

/** A warning about a group that has ended: the vendor usually refuses changes to it. */
export const endedNote = (state: string, words: Words): readonly Markdown[] =>
  ENDED.test(state) ? [words.markdown('containers.diff.ended', { state: groupStateText('state', state, words) })] : [];

/** @param containers the number of containers of the group */
export const changeFact = (line: ChangedLine, containers: number, words: Words): Fact => {
  const { before, after } = sidesOf(line, words);
  return { title: settingLabel(line.path, containers, words), value: before, second: after };
};

/** The same change on one line. */
export const lineWords = (line: ChangedLine, words: Words): Markdown => {
  const { before, after } = sidesOf(line, words);
  return `${before} ${after}` as Markdown;
};

const sidesOf = ({ from, to, anew }: ChangedLine, words: Words): { before: Markdown; after: Markdown } => {
  const [before, after] = aroundDifference(from, to);
  const mark = anew ? ` ${words.markdown('containers.diff.mark')}` : '';
  const value = to === '' ? words.markdown('containers.diff.removed') : escapeMarkdown(after);
  return {
    before: from === '' ? words.markdown('containers.diff.none') : escapeMarkdown(before),
    // The arrow stays on the line of a long value.
    after: `→\u00a0${value}${mark}` as Markdown,
  };
};

/** Both sides; of a long value the beginning and the part with the first difference: its middle is cut out. */
const aroundDifference = (from: string, to: string): readonly [string, string] => {
  const [before, after] = [[...from], [...to]];
  const same = before.findIndex((letter, index) => letter !== after[index]);
  const start = Math.max(0, (same < 0 ? before.length : same) - SAME_BEFORE);
  return [side(before, start), side(after, start)];
};

const side = (letters: readonly string[], start: number): string => {
  if (letters.length <= LONGEST_SIDE) return letters.join('');
  const room = LONGEST_SIDE - START - 1;
  const from = Math.max(START, Math.min(start, letters.length - room));
  const [head, rest] = [letters.slice(0, START).join(''), letters.slice(from).join('')];
  return from === START ? cut(letters.join(''), LONGEST_SIDE) : `${head}…${cut(rest, room)}`;
};
