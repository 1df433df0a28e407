import { type Extraction, range } from './extraction.ts';
import { lengthAt, type Mark, type MarkKind } from './order-words.ts';
import { isIn, type Segment } from './segments.ts';

/** What a reading may do: it is ordered, it waits for a press, or it is denied and not even offered. */
export type Permission = 'run' | 'press' | 'never';

/** Whether a sentence orders what was read in it. What only shows something needs no order. */
export const permits = (extraction: Extraction, marks: readonly Mark[]): Permission => {
  const { effect } = extraction.intent;
  if (effect === 'shows') return 'run';
  const said = sentenceOf(extraction, marks);
  if (isDenied(said)) return 'never';
  return effect === 'acts' || !isOrdered(said) ? 'press' : 'run';
};

/** Where in a sentence something is asked for, and what speaks against it. */
interface OrderSentence extends Extraction {
  readonly marks: readonly Mark[];
  /** It takes something away, does something or is grave: only a plain order opens it. */
  readonly isStrict: boolean;
  /** The places of its own words. */
  readonly verbs: readonly number[];
  /** Where it is asked for begins. */
  readonly first: number;
  /** The parts of the text that ask for it. */
  readonly wishes: readonly Segment[];
  readonly others: readonly Segment[];
  /** No argument, stated reason or time: these say nothing of whether it is ordered. */
  isOpen(at: number): boolean;
  /** The marks of a kind in some parts; by default in all. */
  marksOf(kind: MarkKind, parts?: readonly Segment[]): readonly Mark[];
}

const sentenceOf = (extraction: Extraction, marks: readonly Mark[]): OrderSentence => {
  const { intent, segments, used, loose, words, tokens, times } = extraction;
  const own = verbsOf(extraction);
  const named = words.indexOf(intent.command.split(' ')[0] ?? '');
  const isTaken = (at: number): boolean => used.has(at) && !loose.has(at);
  const isOpen = (at: number): boolean =>
    (!isTaken(at) || at < named) && tokens[at]?.kind !== 'quoted' && !times.some((time) => isIn(time, at));
  const places = range(0, words.length);
  const verbs = places.filter(
    (at) => tokens[at]?.kind === 'word' && isOpen(at) && !loose.has(at) && own.has(canonical(extraction, at)),
  );
  const asking = segments.filter(({ from, to }) => range(from, to).some((at) => verbs.includes(at) || isTaken(at)));
  const wishes = asking.length > 0 ? asking : segments;
  return {
    ...extraction,
    marks,
    isStrict: intent.effect === 'acts' || intent.takesAway === true || intent.grave === true,
    verbs,
    first: Math.min(...verbs, places.find(isTaken) ?? words.length),
    wishes,
    others: segments.filter((one) => !wishes.includes(one)),
    isOpen,
    marksOf: (kind, parts = segments) =>
      marks.filter(
        (mark) =>
          mark.kind === kind && range(mark.from, mark.to).some(isOpen) && parts.some((part) => isIn(part, mark.from)),
      ),
  };
};

const canonical = ({ words, language }: Extraction, at: number): string =>
  language.same.get(words[at] ?? '') ?? words[at] ?? '';

/** The words that say what is to be done: the command's own, and those that guard it. */
const verbsOf = ({ intent: { command }, language, phraseWords }: Extraction): ReadonlySet<string> => {
  const { particles } = phraseWords.guards;
  const guarding = language.phrases.only.get(command) ?? [];
  const plain = guarding.filter((word) => !word.includes(' ') && !particles.includes(word));
  const [first = ''] = command.split(' ');
  return new Set([first, ...plain].map((word) => language.same.get(word) ?? word));
};

const partOf = ({ segments }: Extraction, at: number): Segment =>
  segments.find((part) => isIn(part, at)) ?? { from: at, to: at + 1, sentence: 0 };

/** Whether a sentence says not to do what was read in it, before the word for it or behind. */
const isDenied = (said: OrderSentence): boolean => {
  const { wishes, others, marks, marksOf } = said;
  return (
    marks.some(({ kind }) => kind === 'retracts') ||
    marksOf('denies', wishes).some((mark) => deniesIt(said, mark)) ||
    others.some((part) => isRefusal(said, part)) ||
    marksOf('verdicts', wishes).some((mark) => isRating(said, mark))
  );
};

/** A denial beside what is asked for, unless people ask for it in these very words: "I do not need it any more". */
const deniesIt = (said: OrderSentence, { from, to }: Mark): boolean => {
  const { verbs, isStrict, phraseWords } = said;
  const part = partOf(said, from);
  const isPair = isUsualPair(said, from);
  const own = verbs.filter((at) => isIn(part, at));
  if (own.some((at) => at >= (isPair ? to + 1 : to))) return true;
  if (isPair || isOwn(said, { from, to })) return false;
  const first = firstWord(said, part);
  const { guards, wish } = phraseWords;
  const begins = first + lengthAt(said, guards.bare, first) > from;
  return isStrict || begins || own.length > 0 || wish.includes(canonical(said, to));
};

/** The word belongs to what guards the command: "keep quiet". */
const isOwn = (said: Extraction, { from, to }: Pick<Mark, 'from' | 'to'>): boolean => {
  const guarding = said.language.phrases.only.get(said.intent.command) ?? [];
  return range(Math.max(0, from - 2), to).some((at) => at + lengthAt(said, guarding, at) >= to);
};

/** People ask for it in these words; a name stands for any other. */
const isUsualPair = ({ explainedPairs, words, kinds }: Extraction, at: number): boolean =>
  explainedPairs.has(`${words[at]} ${words[at + 1]}`) ||
  ((kinds[at + 1]?.size ?? 0) > 0 && explainedPairs.has(`${words[at]} `));

/** "No", "not now", "I do not think so", "that would be wrong", behind or before what is asked for. */
const isRefusal = (said: OrderSentence, part: Segment): boolean => {
  const { tokens, words, phraseWords, wishes, marksOf } = said;
  const { guards } = phraseWords;
  const against = [...marksOf('denies', [part]), ...marksOf('verdicts', [part])];
  const places = range(part.from, part.to).filter((at) => tokens[at]?.kind === 'word');
  // "Deny it? no": the word alone is no word of the command.
  if (against.every((mark) => isOwn(said, mark) && places.length > 1)) return false;
  const isStance = (at: number): boolean =>
    against.some((mark) => isIn(mark, at)) ||
    guards.stance.includes(words[at] ?? '') ||
    guards.judging.includes(words[at] ?? '') ||
    isPolite(said, at);
  const first = firstWord(said, part);
  const begun = lengthAt(said, guards.bare, first);
  const isBehind = part.from > (wishes[0]?.from ?? 0);
  return places.every(isStance) || (isBehind && begun > 0);
};

const isPolite = ({ words, language, phraseWords }: Extraction, at: number): boolean => {
  const { courtesy, hurry } = phraseWords;
  const word = words[at] ?? '';
  return courtesy.includes(word) || hurry.includes(word) || language.fillers.has(word);
};

/** Where a part begins behind courtesies and "but". */
const firstWord = (said: Extraction, { from, to }: Segment): number => {
  const { and, articles } = said.phraseWords;
  const { tokens, words } = said;
  const isSmall = (at: number): boolean =>
    tokens[at]?.kind !== 'word' || isPolite(said, at) || [...and, ...articles, 'but'].includes(words[at] ?? '');
  return range(from, to).find((at) => !isSmall(at)) ?? to;
};

const RATING_REACH = 5;

/** "Would be a mistake", of what is asked for. */
const isRating = (said: OrderSentence, { from }: Mark): boolean => {
  const part = partOf(said, from);
  const { judging } = said.phraseWords.guards;
  return (
    said.verbs.some((at) => isIn(part, at)) &&
    range(Math.max(part.from, from - RATING_REACH), from).some((at) => judging.includes(said.words[at] ?? ''))
  );
};

/** Signs of a quotation, of a document or of code, where they stand before what is asked for. */
const QUOTES: ReadonlySet<string> = new Set('"“”„«»`<>[]{}()#~|*$/\\=');

/** Whether nothing in the sentence tells, asks, supposes or waits for something. */
const isOrdered = (said: OrderSentence): boolean => {
  const { segments, wishes, isStrict, tokens, words, intent, first, loose, marksOf } = said;
  const before = segments.filter(({ from }) => from <= first);
  const wish = partOf(said, first);
  const has = (kind: MarkKind, parts?: readonly Segment[]): boolean =>
    marksOf(kind, parts).some((mark) => isStrict || !isUsualWord(said, mark));
  const isQuoted = range(0, first).some((at) => QUOTES.has(tokens[at]?.raw ?? ''));
  const named = words.findIndex((_, at) => intent.command.split(' ').every((word, next) => words[at + next] === word));
  // A reason behind a command by its name may tell of anything: "deploy container cg-api — the model is new".
  const isBehindName = (at: number): boolean => named === 0 && loose.has(at);
  return !(
    isQuoted ||
    has('keeps') ||
    has('conditional') ||
    has('reporting') ||
    has('hypothetical', wishes) ||
    marksOf('posing').some(({ from }) => (isStrict && !isBehindName(from)) || from < first) ||
    marksOf('timed').some(({ from }) => isStrict || wishes.some((part) => part.from === from)) ||
    (isStrict && marksOf('recalling', [...wishes, ...before]).length > 0) ||
    // The command stands there by its name, behind other words.
    (named > 0 && !isImperative(said, named)) ||
    wishes.some((part) => range(part.from, part.to).some((at) => isOtherDeed(said, at))) ||
    range(wish.from, wish.to).some((at) => isReported(said, at)) ||
    isQuestion(said)
  );
};

/** A single word of the phrases by which people ask for it: "tell us if". */
const isUsualWord = (said: Extraction, { from, to }: Pick<Mark, 'from' | 'to'>): boolean =>
  to === from + 1 && said.explained.has(canonical(said, from));

/** It is told of somebody or something: "Bo wanted reader", "freeze payments is on the agenda". */
const isReported = (said: OrderSentence, at: number): boolean => {
  const { tokens, words, kinds, phraseWords, explainedPairs, isOpen, loose, first } = said;
  if (tokens[at]?.kind !== 'word' || !isOpen(at) || (loose.has(at) && loose.has(at - 1))) return false;
  const isName = (kinds[at - 1]?.size ?? 0) > 0;
  if (explainedPairs.has(`${isName ? '' : words[at - 1]} ${words[at]}`)) return false;
  return (
    (at > first && phraseWords.guards.judging.includes(words[at] ?? '')) ||
    (kinds[at - 1]?.has('person') === true && /[^s]s$|..ed$/.test(tokens[at]?.word ?? ''))
  );
};

/** It is said what to do, and that is something else. */
const isOtherDeed = (said: OrderSentence, at: number): boolean => {
  const { deeds, explained, isOpen, loose, segments, words, phraseWords } = said;
  const word = canonical(said, at);
  const isCalled = segments.some(({ from }) => from === at) || phraseWords.versionTo.includes(words[at - 1] ?? '');
  return isCalled && isOpen(at) && !loose.has(at) && deeds.has(word) && !explained.has(word);
};

const isQuestion = (said: OrderSentence): boolean => {
  const { tokens, words, phraseWords, wishes, isOpen, isStrict, explainedPairs } = said;
  const { guards, inquiry, impersonal } = phraseWords;
  const isPoliteWish = words.some((_, at) => lengthAt(said, guards.polite, at) > 0);
  const begins = isStrict ? [...inquiry, ...guards.asks] : guards.asksOnly;
  const isUsual = (at: number): boolean => !isStrict && explainedPairs.has(`${words[at]} ${words[at + 1]}`);
  return (
    (isStrict && !isPoliteWish && tokens.some(({ raw }, at) => raw === '?' && isOpen(at))) ||
    wishes.some(
      ({ from }) => begins.includes(words[from] ?? '') && !impersonal.includes(words[from + 1] ?? '') && !isUsual(from),
    )
  );
};

/** The word for it stands first in its part, or behind a wish, and tells of nobody else. */
const isImperative = (said: OrderSentence, verb: number): boolean => {
  const { tokens, words, kinds, phraseWords } = said;
  const { guards, articles, and, therefore, links } = phraseWords;
  const { from } = partOf(said, verb);
  const isPerson = (at: number): boolean => kinds[at]?.has('person') === true;
  const isSubject = (at: number): boolean =>
    isPerson(at) && !/['’]s$/.test(tokens[at]?.raw ?? '') && !isPerson(at - 1) && !links.includes(words[at - 1] ?? '');
  const isLead = (at: number): boolean =>
    tokens[at]?.kind !== 'word' ||
    (kinds[at]?.size ?? 0) > 0 ||
    !said.isOpen(at) ||
    [...guards.leads, ...articles].includes(words[at] ?? '') ||
    said.explained.has(canonical(said, at)) ||
    isPolite(said, at);
  const joined = range(from, verb).findLast((at) => [...and, ...therefore].includes(words[at] ?? ''));
  const prefix = range(joined === undefined ? from : joined + 1, verb);
  return prefix.every((at) => isLead(at) && !isSubject(at));
};
