import { type Filling, range } from './filling.ts';
import { lengthAt, type Mark, type MarkKind, takesBack } from './guard-marks.ts';
import type { Segment } from './segments.ts';

/** What a reading may do: it is ordered, it waits for a press, or it is denied and not even offered. */
export type Permission = 'run' | 'press' | 'never';

/** Signs of a quotation, of a document or of code, where they stand before what is asked for. */
const QUOTES: ReadonlySet<string> = new Set('"“”„«»`<>[]{}()#~|*$/\\=');

/** Whether a sentence orders what was read in it. What only shows something needs no order. */
export const permits = (filling: Filling, marks: readonly Mark[]): Permission => {
  const { intent } = filling;
  if (intent.effect === 'shows') return 'run';
  const look = lookAt(filling, marks);
  if (isDenied(look)) return 'never';
  return intent.effect === 'acts' || isUnsure(look) ? 'press' : 'run';
};

/** Where in a sentence something is asked for, and what speaks against it. */
interface Look extends Filling {
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

const lookAt = (filling: Filling, marks: readonly Mark[]): Look => {
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

const canonical = ({ analysis: { words }, language }: Filling, at: number): string =>
  language.same.get(words[at] ?? '') ?? words[at] ?? '';

/** The words that say what is to be done: the command's own, and those that guard it. */
const verbsOf = ({ intent: { command }, language }: Filling): ReadonlySet<string> => {
  const { particles } = language.phrases.words.guards;
  const guarding = language.phrases.only.get(command) ?? [];
  const plain = guarding.filter((word) => !word.includes(' ') && !particles.includes(word));
  const [first = ''] = command.split(' ');
  return new Set([first, ...plain].map((word) => language.same.get(word) ?? word));
};

const isIn = ({ from, to }: Pick<Segment, 'from' | 'to'>, at: number): boolean => from <= at && at < to;

const marksOf = ({ marks, isOpen }: Look, kind: MarkKind, parts: readonly Segment[]): readonly Mark[] =>
  marks.filter(
    (mark) =>
      mark.kind === kind && range(mark.from, mark.to).some(isOpen) && parts.some((part) => isIn(part, mark.from)),
  );

const isDenied = (look: Look): boolean => {
  const { marks, wishes, others, isStrict, analysis, language } = look;
  const { guards } = language.phrases.words;
  return (
    marks.some(({ kind }) => kind === 'retracts') ||
    (look.stated !== undefined && takesBack(look.stated, language.phrases.words)) ||
    marksOf(look, 'denies', wishes).some((mark) => deniesIt(look, mark)) ||
    others.some((part) => isRefusal(look, part, part.from > (wishes[0]?.from ?? 0))) ||
    (isStrict && marksOf(look, 'keeps', wishes).some((mark) => !isOwn(look, mark))) ||
    others.some(({ from }) => isStrict && lengthAt(analysis, guards.keeps, from) > 0) ||
    marksOf(look, 'verdicts', wishes).some((mark) => isVerdict(look, mark))
  );
};

/** A denial beside what is asked for, unless people ask for it in these very words: "I do not need it any more". */
const deniesIt = (look: Look, { from, to }: Mark): boolean => {
  const { segments, verbs, isStrict, analysis, language } = look;
  const { guards } = language.phrases.words;
  const part = segments.find((one) => isIn(one, from));
  const isPair = isPairOf(look, { from });
  const isBehind = verbs.some((at) => part !== undefined && isIn(part, at) && (isPair ? at > to : at >= to));
  if (isBehind) return true;
  if (isOwn(look, { from, to }) || isPair || endsWithNo(look, from)) return false;
  const first = part && firstWord(look, part);
  const begins =
    first !== undefined && first + lengthAt(analysis, guards.bare, first) > from && analysis.words[from] !== 'no';
  return isStrict || begins || verbs.some((at) => part !== undefined && isIn(part, at));
};

/** "No alerts until noon" silences: the denial is of what is named. */
const endsWithNo = ({ analysis: { words }, language, intent }: Look, at: number): boolean =>
  words[at] === 'no' &&
  !language.phrases.words.guards.missing.includes(words[at + 1] ?? '') &&
  (language.phrases.only.get(intent.command) ?? []).some((said) => said.startsWith('no '));

/** "No", "not now", "I do not think so", "that would be wrong", behind or before what is asked for. */
const isRefusal = (look: Look, part: Segment, isBehind: boolean): boolean => {
  const { analysis, language } = look;
  const { guards, courtesy } = language.phrases.words;
  const against = [...marksOf(look, 'denies', [part]), ...marksOf(look, 'verdicts', [part])];
  const places = range(part.from, part.to).filter((at) => analysis.tokens[at]?.kind === 'word');
  // "Deny it? no": the word alone is no word of the command.
  if (against.every((mark) => isOwn(look, mark) && places.length > 1)) return false;
  const isPolite = (at: number): boolean =>
    courtesy.includes(analysis.words[at] ?? '') || language.fillers.has(analysis.words[at] ?? '');
  const first = firstWord(look, part);
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
const firstWord = ({ analysis: { tokens, words }, language }: Look, { from, to }: Segment): number | undefined => {
  const { courtesy, and, articles } = language.phrases.words;
  return range(from, to).find((at) => {
    const word = words[at] ?? '';
    const isPolite = courtesy.includes(word) || language.fillers.has(word) || and.includes(word);
    return tokens[at]?.kind === 'word' && word !== 'but' && !isPolite && !articles.includes(word);
  });
};

/** The word belongs to what guards the command: "keep quiet". */
const isOwn = ({ analysis, language, intent }: Look, { from, to }: Omit<Mark, 'kind'>): boolean => {
  const guarding = language.phrases.only.get(intent.command) ?? [];
  return range(Math.max(0, from - 2), to).some((at) => at + lengthAt(analysis, guarding, at) >= to);
};

const JUDGED = 5;

const isVerdict = ({ analysis: { words }, language, segments, verbs }: Look, { from }: Mark): boolean => {
  const part = segments.find((one) => isIn(one, from));
  if (!verbs.some((at) => part !== undefined && isIn(part, at))) return false;
  const { judging } = language.phrases.words.guards;
  return range(Math.max(part?.from ?? 0, from - JUDGED), from).some((at) => judging.includes(words[at] ?? ''));
};

const isUnsure = (look: Look): boolean => {
  const { segments, wishes, isStrict, analysis, used, loose, verbs, language } = look;
  const { guards } = language.phrases.words;
  const has = (kind: MarkKind, parts: readonly Segment[]): boolean =>
    marksOf(look, kind, parts).some((mark) => isStrict || !isUsual(look, mark));
  const firstUsed = range(0, analysis.words.length).find((at) => used.has(at) && !loose.has(at));
  const first = Math.min(...verbs, firstUsed ?? analysis.words.length);
  const before = segments.filter(({ from }) => from <= first);
  const isQuoted = analysis.tokens.some(
    ({ kind, raw }, at) =>
      at < first && ((kind === 'mark' && QUOTES.has(raw)) || (isStrict && kind === 'quoted' && !used.has(at))),
  );
  const begins = (words: readonly string[]): boolean =>
    wishes.some(({ from }) => words.includes(analysis.words[from] ?? ''));
  return (
    isQuoted ||
    marksOf(look, 'denies', wishes).some((mark) => !isStrict && !isOwn(look, mark) && !isPairOf(look, mark)) ||
    has('keeps', wishes) ||
    wishes.some((part) => range(part.from, part.to).some((at) => isOtherDeed(look, at))) ||
    has('conditional', segments) ||
    marksOf(look, 'timed', segments).some(({ from }) => wishes.some((part) => part.from === from)) ||
    marksOf(look, 'posing', segments).some((mark) => isStrict || mark.from < first) ||
    has('reporting', isStrict ? segments : before) ||
    has('hypothetical', isStrict ? [...wishes, ...before] : wishes) ||
    begins(guards.past) ||
    wishes.some(
      ({ from }) =>
        guards.asks.includes(analysis.words[from] ?? '') && guards.past.includes(analysis.words[from + 1] ?? ''),
    ) ||
    (verbs.length > 0 && !verbs.some((at) => isBase(look, at))) ||
    (isStrict && isSpoken(look, first)) ||
    (isStrict && !isPlainOrder(look, before))
  );
};

/** It is said what to do, and that is something else. */
const isOtherDeed = (look: Look, at: number): boolean => {
  const { deeds, explained, isOpen, loose, segments, analysis, language } = look;
  const word = canonical(look, at);
  const isCalled =
    segments.some(({ from }) => from === at) || language.phrases.words.versionTo.includes(analysis.words[at - 1] ?? '');
  return isCalled && isOpen(at) && !loose.has(at) && deeds.has(word) && !explained.has(word);
};

/** A single word of the phrases by which people ask for it: "tell us if". */
const isUsual = (look: Look, { from, to }: Mark): boolean =>
  to === from + 1 && look.explained.has(canonical(look, from));

const LONGEST_TELLER = 3;

/** "Cy: freeze payments": somebody else's words. */
const isSpoken = ({ segments, analysis: { tokens, words }, used, loose, language }: Look, first: number): boolean => {
  const { courtesy, hurry } = language.phrases.words;
  const own = segments.find((part) => isIn(part, first));
  const colon = (own?.from ?? 0) - 1;
  const teller = segments.find(({ to }) => to === colon);
  if (tokens[colon]?.raw !== ':' || !teller || teller.to - teller.from > LONGEST_TELLER) return false;
  const isPolite = (at: number): boolean =>
    [courtesy, hurry].some((list) => list.includes(words[at] ?? '')) || language.fillers.has(words[at] ?? '');
  return !range(teller.from, teller.to).every((at) => isPolite(at) || (used.has(at) && !loose.has(at)));
};

/** Not "removed" nor "removing", unless as in "get her removed". */
const isBase = ({ analysis: { tokens, words }, language, segments, explained }: Look, verb: number): boolean => {
  const part = segments.find((one) => isIn(one, verb));
  return (
    !/...(?:ed|ing|zen)$/.test(tokens[verb]?.word ?? '') ||
    explained.has(tokens[verb]?.word ?? '') ||
    range(Math.max(part?.from ?? 0, verb - 4), verb).some((at) =>
      language.phrases.words.guards.passives.includes(words[at] ?? ''),
    )
  );
};

/** People ask for it in these words; a name stands for any other. */
const isPairOf = ({ explainedPairs, analysis: { words, kinds } }: Look, { from }: Pick<Mark, 'from'>): boolean =>
  explainedPairs.has(`${words[from]} ${words[from + 1]}`) ||
  ((kinds[from + 1]?.size ?? 0) > 0 && explainedPairs.has(`${words[from]} `));

/** The word for it stands first in its part, or behind a wish; it is no question and does not wait for anything. */
const isPlainOrder = (look: Look, before: readonly Segment[]): boolean => {
  const { analysis, language, wishes, verbs, segments } = look;
  const { guards, inquiry, impersonal } = language.phrases.words;
  const { tokens, words } = analysis;
  const isAsked = tokens.some(({ raw }, at) => raw === '?' && look.isOpen(at));
  const isPolite = range(0, words.length).some((at) => lengthAt(analysis, guards.polite, at) > 0);
  const isInquiry = wishes.some(
    ({ from }) =>
      (inquiry.includes(words[from] ?? '') || guards.asks.includes(words[from] ?? '')) &&
      !impersonal.includes(words[from + 1] ?? ''),
  );
  if ((isAsked && !isPolite) || isInquiry) return false;
  if (marksOf(look, 'timed', segments).length > 0 || marksOf(look, 'recalling', [...wishes, ...before]).length > 0)
    return false;
  return verbs.length === 0 || verbs.some((at) => isOrdered(look, at));
};

const isOrdered = (look: Look, verb: number): boolean => {
  const { analysis, language, segments } = look;
  const { guards, articles, courtesy, hurry, and, therefore } = language.phrases.words;
  const { tokens, words, kinds } = analysis;
  const part = segments.find((one) => isIn(one, verb));
  const joins = [...and, ...therefore];
  const begin =
    (range(part?.from ?? 0, verb).findLast((at) => joins.includes(words[at] ?? '')) ?? (part?.from ?? 0) - 1) + 1;
  const prefix = range(begin, verb);
  const isSubject = (at: number): boolean => kinds[at]?.has('person') === true && !/['’]s$/.test(tokens[at]?.raw ?? '');
  const isLead = (at: number): boolean => {
    const word = words[at] ?? '';
    return (
      tokens[at]?.kind !== 'word' ||
      (kinds[at]?.size ?? 0) > 0 ||
      !look.isOpen(at) ||
      guards.leads.includes(word) ||
      look.explained.has(canonical(look, at)) ||
      language.fillers.has(word) ||
      articles.includes(word) ||
      courtesy.includes(word) ||
      hurry.includes(word)
    );
  };
  return isBase(look, verb) && prefix.every(isLead) && !isSubject(begin);
};
