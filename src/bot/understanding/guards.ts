import { isDenied } from './denial.ts';
import { type Filling, range } from './filling.ts';
import { lengthAt, type Mark, type MarkKind } from './guard-marks.ts';
import { canonical, isIn, isOwn, isPairOf, marksOf, type OrderSentence, sentenceOf } from './order-sentence.ts';
import type { Segment } from './segments.ts';

/** What a reading may do: it is ordered, it waits for a press, or it is denied and not even offered. */
export type Permission = 'run' | 'press' | 'never';

/** Signs of a quotation, of a document or of code, where they stand before what is asked for. */
const QUOTES: ReadonlySet<string> = new Set('"“”„«»`<>[]{}()#~|*$/\\=');

/** Whether a sentence orders what was read in it. What only shows something needs no order. */
export const permits = (filling: Filling, marks: readonly Mark[]): Permission => {
  const { intent } = filling;
  if (intent.effect === 'shows') return 'run';
  const said = sentenceOf(filling, marks);
  if (isDenied(said)) return 'never';
  return intent.effect === 'acts' || isUnsure(said) ? 'press' : 'run';
};

const isUnsure = (said: OrderSentence): boolean => {
  const { segments, wishes, isStrict, analysis, used, loose, verbs, language } = said;
  const { guards } = language.phrases.words;
  const has = (kind: MarkKind, parts: readonly Segment[]): boolean =>
    marksOf(said, kind, parts).some((mark) => isStrict || !isUsual(said, mark));
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
    marksOf(said, 'denies', wishes).some((mark) => !isStrict && !isOwn(said, mark) && !isPairOf(said, mark)) ||
    has('keeps', segments) ||
    wishes.some((part) => range(part.from, part.to).some((at) => isOtherDeed(said, at))) ||
    has('conditional', segments) ||
    marksOf(said, 'timed', segments).some(({ from }) => wishes.some((part) => part.from === from)) ||
    marksOf(said, 'posing', segments).some((mark) => isStrict || mark.from < first) ||
    isNamedAside(said) ||
    has('reporting', segments) ||
    has('hypothetical', isStrict ? [...wishes, ...before] : wishes) ||
    begins(guards.past) ||
    wishes.some(
      ({ from }) =>
        guards.asks.includes(analysis.words[from] ?? '') && guards.past.includes(analysis.words[from + 1] ?? ''),
    ) ||
    (verbs.length > 0 && !verbs.some((at) => isBase(said, at))) ||
    (isStrict && isSpoken(said, first)) ||
    (isStrict && !isPlainOrder(said, before))
  );
};

/** The command stands there by its name, and is not ordered: quoted, told of or behind other words. */
const isNamedAside = (said: OrderSentence): boolean => {
  const { analysis, intent } = said;
  const { words, tokens } = analysis;
  const at = words.findIndex((_, place) =>
    intent.command.split(' ').every((word, next) => words[place + next] === word),
  );
  const isQuoted = tokens.some(({ kind, word }) => kind === 'quoted' && word.toLowerCase().includes(intent.command));
  return isQuoted || (at > 0 && !isOrdered(said, at));
};

/** It is said what to do, and that is something else. */
const isOtherDeed = (said: OrderSentence, at: number): boolean => {
  const { deeds, explained, isOpen, loose, segments, analysis, language } = said;
  const word = canonical(said, at);
  const isCalled =
    segments.some(({ from }) => from === at) || language.phrases.words.versionTo.includes(analysis.words[at - 1] ?? '');
  return isCalled && isOpen(at) && !loose.has(at) && deeds.has(word) && !explained.has(word);
};

/** A single word of the phrases by which people ask for it: "tell us if". */
const isUsual = (said: OrderSentence, { from, to }: Mark): boolean =>
  to === from + 1 && said.explained.has(canonical(said, from));

const LONGEST_TELLER = 3;

/** "Cy: freeze payments": somebody else's words. */
const isSpoken = (
  { segments, analysis: { tokens, words }, used, loose, language }: OrderSentence,
  first: number,
): boolean => {
  const { courtesy, hurry } = language.phrases.words;
  const own = segments.find((part) => isIn(part, first));
  const colon = (own?.from ?? 0) - 1;
  const teller = segments.find(({ to }) => to === colon);
  if (tokens[colon]?.raw !== ':' || !teller || teller.to - teller.from > LONGEST_TELLER) return false;
  const isPolite = (at: number): boolean =>
    [courtesy, hurry].some((list) => list.includes(words[at] ?? '')) || language.fillers.has(words[at] ?? '');
  return !range(teller.from, teller.to).every((at) => isPolite(at) || (used.has(at) && !loose.has(at)));
};

/** Neither "removed" nor "removing", unless as in "get her removed". */
const isBase = (
  { analysis: { tokens, words, kinds }, language, segments, explained }: OrderSentence,
  verb: number,
): boolean => {
  const part = segments.find((one) => isIn(one, verb));
  // "Fi requests": told of somebody.
  if (kinds[verb - 1]?.has('person') && /[^s]s$/.test(tokens[verb]?.word ?? '')) return false;
  return (
    !/...(?:ed|ing|zen)$/.test(tokens[verb]?.word ?? '') ||
    explained.has(tokens[verb]?.word ?? '') ||
    range(Math.max(part?.from ?? 0, verb - 4), verb).some((at) =>
      language.phrases.words.guards.passives.includes(words[at] ?? ''),
    )
  );
};

/** The word for it stands first in its part, or behind a wish; it is no question and does not wait for anything. */
const isPlainOrder = (said: OrderSentence, before: readonly Segment[]): boolean => {
  const { analysis, language, wishes, verbs, segments } = said;
  const { guards, inquiry, impersonal } = language.phrases.words;
  const { tokens, words } = analysis;
  const isAsked = tokens.some(({ raw }, at) => raw === '?' && said.isOpen(at));
  const isPolite = range(0, words.length).some((at) => lengthAt(analysis, guards.polite, at) > 0);
  const isInquiry = wishes.some(
    ({ from }) =>
      (inquiry.includes(words[from] ?? '') || guards.asks.includes(words[from] ?? '')) &&
      !impersonal.includes(words[from + 1] ?? ''),
  );
  if ((isAsked && !isPolite) || isInquiry) return false;
  if (marksOf(said, 'timed', segments).length > 0 || marksOf(said, 'recalling', [...wishes, ...before]).length > 0)
    return false;
  return verbs.length === 0 || verbs.some((at) => isOrdered(said, at));
};

const isOrdered = (said: OrderSentence, verb: number): boolean => {
  const { analysis, language, segments } = said;
  const { guards, articles, courtesy, hurry, and, therefore } = language.phrases.words;
  const { tokens, words, kinds } = analysis;
  const part = segments.find((one) => isIn(one, verb));
  const joins = [...and, ...therefore];
  const begin =
    (range(part?.from ?? 0, verb).findLast((at) => joins.includes(words[at] ?? '')) ?? (part?.from ?? 0) - 1) + 1;
  const prefix = range(begin, verb);
  const isSubject = (at: number): boolean =>
    kinds[at]?.has('person') === true &&
    !/['’]s$/.test(tokens[at]?.raw ?? '') &&
    !(kinds[at - 1]?.has('person') || language.phrases.words.links.includes(words[at - 1] ?? ''));
  const isLead = (at: number): boolean => {
    const word = words[at] ?? '';
    return (
      tokens[at]?.kind !== 'word' ||
      (kinds[at]?.size ?? 0) > 0 ||
      !said.isOpen(at) ||
      guards.leads.includes(word) ||
      said.explained.has(canonical(said, at)) ||
      language.fillers.has(word) ||
      articles.includes(word) ||
      courtesy.includes(word) ||
      hurry.includes(word)
    );
  };
  return isBase(said, verb) && prefix.every(isLead) && !prefix.some(isSubject);
};
