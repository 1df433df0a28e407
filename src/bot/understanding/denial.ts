import { range } from './filling.ts';
import { lengthAt, type Mark, takesBack } from './guard-marks.ts';
import { isIn, isOwn, isPairOf, marksOf, type OrderSentence } from './order-sentence.ts';
import type { Segment } from './segments.ts';

/** Whether a sentence says not to do what was read in it, before the word for it or behind. */
export const isDenied = (said: OrderSentence): boolean => {
  const { marks, wishes, others, isStrict, analysis, language } = said;
  const { guards } = language.phrases.words;
  return (
    marks.some(({ kind }) => kind === 'retracts') ||
    (said.stated !== undefined && takesBack(said.stated, language.phrases.words)) ||
    marksOf(said, 'denies', wishes).some((mark) => deniesIt(said, mark)) ||
    others.some((part) => isRefusal(said, part, part.from > (wishes[0]?.from ?? 0))) ||
    (isStrict && marksOf(said, 'keeps', wishes).some((mark) => !isOwn(said, mark))) ||
    others.some(({ from }) => isStrict && lengthAt(analysis, guards.keeps, from) > 0) ||
    marksOf(said, 'verdicts', wishes).some((mark) => isVerdict(said, mark))
  );
};

/** A denial beside what is asked for, unless people ask for it in these very words: "I do not need it any more". */
const deniesIt = (said: OrderSentence, { from, to }: Mark): boolean => {
  const { segments, verbs, isStrict, analysis, language } = said;
  const { guards } = language.phrases.words;
  const part = segments.find((one) => isIn(one, from));
  const isPair = isPairOf(said, { from });
  const isBehind = verbs.some((at) => part !== undefined && isIn(part, at) && (isPair ? at > to : at >= to));
  if (isBehind) return true;
  if (isOwn(said, { from, to }) || isPair || endsWithNo(said, from)) return false;
  const first = part && firstWord(said, part);
  const begins =
    first !== undefined && first + lengthAt(analysis, guards.bare, first) > from && analysis.words[from] !== 'no';
  return isStrict || begins || verbs.some((at) => part !== undefined && isIn(part, at));
};

/** "No alerts until noon" silences: the denial is of what is named. */
const endsWithNo = ({ analysis: { words }, language, intent }: OrderSentence, at: number): boolean =>
  words[at] === 'no' &&
  !language.phrases.words.guards.missing.includes(words[at + 1] ?? '') &&
  (language.phrases.only.get(intent.command) ?? []).some((said) => said.startsWith('no '));

/** "No", "not now", "I do not think so", "that would be wrong", behind or before what is asked for. */
const isRefusal = (said: OrderSentence, part: Segment, isBehind: boolean): boolean => {
  const { analysis, language } = said;
  const { guards, courtesy } = language.phrases.words;
  const against = [...marksOf(said, 'denies', [part]), ...marksOf(said, 'verdicts', [part])];
  const places = range(part.from, part.to).filter((at) => analysis.tokens[at]?.kind === 'word');
  // "Deny it? no": the word alone is no word of the command.
  if (against.every((mark) => isOwn(said, mark) && places.length > 1)) return false;
  const isPolite = (at: number): boolean =>
    courtesy.includes(analysis.words[at] ?? '') || language.fillers.has(analysis.words[at] ?? '');
  const first = firstWord(said, part);
  const begun = first === undefined ? 0 : lengthAt(analysis, guards.bare, first);
  const isStance = places.every(
    (at) =>
      against.some((mark) => isIn(mark, at)) ||
      [guards.stance, guards.judging].some((list) => list.includes(analysis.words[at] ?? '')) ||
      isPolite(at),
  );
  // "No deploy works" tells of something else.
  const isOnly = begun === 1 && analysis.words[first ?? 0] === 'no';
  const isSaid = guards.stance.includes(analysis.words[(first ?? 0) + 1] ?? '');
  return isStance || (isBehind && begun > 0 && (!isOnly || isSaid || places.length <= 2));
};

/** Where a part begins behind courtesies and "but". */
const firstWord = (
  { analysis: { tokens, words }, language }: OrderSentence,
  { from, to }: Segment,
): number | undefined => {
  const { courtesy, and, articles } = language.phrases.words;
  return range(from, to).find((at) => {
    const word = words[at] ?? '';
    const isPolite = courtesy.includes(word) || language.fillers.has(word) || and.includes(word);
    return tokens[at]?.kind === 'word' && word !== 'but' && !isPolite && !articles.includes(word);
  });
};

const JUDGED = 5;

const isVerdict = ({ analysis: { words }, language, segments, verbs }: OrderSentence, { from }: Mark): boolean => {
  const part = segments.find((one) => isIn(one, from));
  if (!verbs.some((at) => part !== undefined && isIn(part, at))) return false;
  const { judging } = language.phrases.words.guards;
  return range(Math.max(part?.from ?? 0, from - JUDGED), from).some((at) => judging.includes(words[at] ?? ''));
};
