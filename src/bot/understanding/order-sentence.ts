import { type Filling, range } from './filling.ts';
import { lengthAt, type Mark, type MarkKind } from './guard-marks.ts';
import type { Segment } from './segments.ts';

/** Where in a sentence something is asked for, and what speaks against it. */
export interface OrderSentence extends Filling {
  readonly marks: readonly Mark[];
  /** It takes something away, does something or is grave: only a plain order opens it. */
  readonly isStrict: boolean;
  /** The places of its own words. */
  readonly verbs: readonly number[];
  /** The parts of the text that ask for it. */
  readonly wishes: readonly Segment[];
  readonly others: readonly Segment[];
  isOpen(at: number): boolean;
}

export const sentenceOf = (filling: Filling, marks: readonly Mark[]): OrderSentence => {
  const { intent, analysis, segments, used, loose } = filling;
  const { words, tokens, times } = analysis;
  const own = verbsOf(filling);
  const named = words.indexOf(intent.command.split(' ')[0] ?? '');
  // An argument, a stated reason and a time say nothing of whether it is ordered.
  const isOpen = (at: number): boolean =>
    (!used.has(at) || loose.has(at) || at < named) &&
    tokens[at]?.kind !== 'quoted' &&
    !times.some(({ from, to }) => from <= at && at < to);
  const verbs = range(0, words.length).filter(
    (at) => tokens[at]?.kind === 'word' && isOpen(at) && !loose.has(at) && own.has(canonical(filling, at)),
  );
  const asks = ({ from, to }: Segment): boolean =>
    range(from, to).some((at) => verbs.includes(at) || (used.has(at) && !loose.has(at)));
  const wishes = segments.filter(asks);
  return {
    ...filling,
    marks,
    isStrict: intent.effect === 'acts' || intent.takesAway === true || intent.grave === true,
    verbs,
    wishes: wishes.length > 0 ? wishes : segments,
    others: wishes.length > 0 ? segments.filter((one) => !wishes.includes(one)) : [],
    isOpen,
  };
};

export const canonical = ({ analysis: { words }, language }: Filling, at: number): string =>
  language.same.get(words[at] ?? '') ?? words[at] ?? '';

/** The words that say what is to be done: the command's own, and those that guard it. */
const verbsOf = ({ intent: { command }, language }: Filling): ReadonlySet<string> => {
  const { particles } = language.phrases.words.guards;
  const guarding = language.phrases.only.get(command) ?? [];
  const plain = guarding.filter((word) => !word.includes(' ') && !particles.includes(word));
  const [first = ''] = command.split(' ');
  return new Set([first, ...plain].map((word) => language.same.get(word) ?? word));
};

export const isIn = ({ from, to }: Pick<Segment, 'from' | 'to'>, at: number): boolean => from <= at && at < to;

export const marksOf = ({ marks, isOpen }: OrderSentence, kind: MarkKind, parts: readonly Segment[]): readonly Mark[] =>
  marks.filter(
    (mark) =>
      mark.kind === kind && range(mark.from, mark.to).some(isOpen) && parts.some((part) => isIn(part, mark.from)),
  );

/** The word belongs to what guards the command: "keep quiet". */
export const isOwn = ({ analysis, language, intent }: OrderSentence, { from, to }: Omit<Mark, 'kind'>): boolean => {
  const guarding = language.phrases.only.get(intent.command) ?? [];
  return range(Math.max(0, from - 2), to).some((at) => at + lengthAt(analysis, guarding, at) >= to);
};

/** People ask for it in these words; a name stands for any other. */
export const isPairOf = (
  { explainedPairs, analysis: { words, kinds } }: OrderSentence,
  { from }: Pick<Mark, 'from'>,
): boolean =>
  explainedPairs.has(`${words[from]} ${words[from + 1]}`) ||
  ((kinds[from + 1]?.size ?? 0) > 0 && explainedPairs.has(`${words[from]} `));
