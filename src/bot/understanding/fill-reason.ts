import { type Extraction, findChoices, isPlain, range, recognitionBy, setText, typedText } from './extraction.ts';
import type { ArgumentRecognition, Intent } from './intent.ts';
import { findReason, isIn, isWish, type ReasonSpan, type Segment } from './segments.ts';
import type { Token } from './tokens.ts';

/** A reason behind "because" or the like. */
export const fillStatedReason = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'reason');
  if (!recognition) return;
  const span = findReason(extraction, extraction.language, extraction.segments, (at) => isReasonWord(extraction, at));
  if (!span) return;
  const places = range(span.from, span.to);
  const to = withoutTime(extraction, span);
  const own = typedText(extraction, span.from, to);
  if (own === '') return;
  setText(extraction, recognition, range(span.begins, to), own);
  // A reference in the reason is asked for as well.
  const { tokens } = extraction;
  const only = places.filter((at) => tokens[at]?.kind !== 'mark');
  if (only.length === 1 && tokens[only[0] ?? 0]?.kind === 'code') {
    extraction.values.delete(recognition);
    for (const at of only) extraction.used.delete(at);
  }
};

/** "for the deploy at 3pm": the time is of the wish, unless "because" tells of it. */
const withoutTime = ({ times, words, phraseWords }: Extraction, { begins, from, to }: ReasonSpan): number => {
  const last = times.find((span) => span.to === to && span.from > from);
  return last && phraseWords.purpose.includes(words[begins] ?? '') ? last.from : to;
};

/** Whether "as", "since", "for", "so" or "to" begins a reason here: not before a name, a time or a person. */
const isReasonWord = (extraction: Extraction, at: number): boolean => {
  const { words, kinds, times, tokens, language, intent, segments, phraseWords } = extraction;
  const { perhapsBecause, purpose, pronouns, before, articles, activities } = phraseWords;
  const word = words[at] ?? '';
  const rule = Object.hasOwn(perhapsBecause, word) ? perhapsBecause[word] : undefined;
  if (!rule || times.some((span) => isIn(span, at))) return false;
  const taken = new Set(intent.takes.map(({ kind }) => kind));
  let next = at + 1;
  while (articles.includes(words[next] ?? '')) next += 1;
  const isName = (place: number): boolean => [...(kinds[place] ?? [])].some((kind) => taken.has(kind));
  if (isName(next) || (isName(next + 1) && !activities.includes(words[next] ?? ''))) return false;
  if (times.some((span) => span.from === next || span.from === at + 1)) return false;
  if (tokens[next]?.kind !== 'word' && tokens[next]?.kind !== 'number') return false;
  const [first = '', second] = words.slice(at + 1, at + 3);
  if (pronouns.includes(first) && !(rule.ofPeople && second !== undefined)) return false;
  if (rule.before) return rule.before.includes(first) || rule.beforeSecond?.includes(second ?? '') === true;
  if (rule.notBefore?.includes(first) || (rule.notBeforeNames && (kinds[next]?.size ?? 0) > 0)) return false;
  if (isCalled(intent, word, tokens[at + 1])) return false;
  if (!purpose.includes(word)) return true;
  // "for" and "to" tell a purpose only behind what is asked for.
  const own = segments.find((one) => isIn(one, at));
  const isBehind = range(own?.from ?? 0, at).some(
    (place) => isName(place) || commandWords(intent).has(words[place] ?? ''),
  );
  const isChoice = intent.takes.some(
    ({ by, kind }) =>
      by === 'choice' &&
      findChoices(extraction, language.phrases.choices[kind ?? ''] ?? {}).some(({ from }) => from === next),
  );
  const isVersion = tokens[next]?.kind !== 'word' || phraseWords.version.includes(words[next] ?? '');
  const isMark = range(at + 1, own?.to ?? at).some(
    (place) => tokens[place]?.kind === 'path' || tokens[place]?.kind === 'email',
  );
  return isBehind && !isMark && !isChoice && !isVersion && !before.includes(words[at - 1] ?? '');
};

/** "As Ledger Reserve", "as cg-ledger-cache" name what is new. */
const isCalled = ({ takes }: Intent, said: string, token: Token | undefined): boolean =>
  (takes.some(({ by, word }) => by === 'called' && word === said) &&
    /^["“”„«»＂'‘‚‹›\p{Lu}]/u.test(token?.raw ?? '')) ||
  (takes.some(({ orNew }) => orNew) && /^\p{L}+-/u.test(token?.raw ?? ''));

/** The words of a command's name tell what is asked for, never why. */
const commandWords = ({ command }: Intent): ReadonlySet<string> =>
  new Set(command.split(' ').filter((word) => word !== 'role'));

/** A part of the text that names nothing and tells much: a time in it is the reason's. */
export const fillSeparateReason = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'reason');
  if (!recognition || extraction.used.size === 0) return;
  const { times } = extraction;
  const inTime = (at: number): boolean => times.some((span) => isIn(span, at));
  const telling = extraction.segments.filter(
    (segment) =>
      isReason(extraction, segment) &&
      range(segment.from, segment.to).some(inTime) &&
      range(segment.from, segment.to).filter((at) => !inTime(at) && !isPlain(extraction, at)).length > 1,
  );
  const [first] = telling.toSorted((a, b) => weight(extraction, b) - weight(extraction, a));
  if (first) takeText(extraction, recognition, first.from, first.to);
};

/** A reason that no word announces: a part of the text that nothing was taken from. */
export const fillLeftReason = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'reason');
  if (!recognition) return;
  const { segments } = extraction;
  const { words } = extraction;
  const { question } = extraction.phraseWords;
  const so = segments.find(
    ({ from, to }) =>
      !question.includes(words[from] ?? '') && range(from + 2, to - 2).some((at) => isConclusion(extraction, at)),
  );
  if (so) {
    const concluded = range(so.from + 2, so.to).find((at) => isConclusion(extraction, at));
    return takeText(extraction, recognition, so.from, concluded ?? so.to);
  }
  const told = segments[segments.findIndex(({ from }) => isConclusion(extraction, from)) - 1];
  if (told && isReason(extraction, told)) return takeText(extraction, recognition, told.from, told.to);
  const wish = segments.findIndex((segment) => range(segment.from, segment.to).some((at) => extraction.used.has(at)));
  const free = segments.filter((segment) => isReason(extraction, segment));
  const beside = free.filter(({ sentence }) => sentence === segments[wish]?.sentence);
  const first = [...beside, ...free].find((segment) => weight(extraction, segment) > 0) ?? free[0];
  if (first) {
    const own = free.filter(({ sentence }) => sentence === first.sentence);
    return takeText(extraction, recognition, own[0]?.from ?? first.from, own.at(-1)?.to ?? first.to);
  }
  const own = segments[wish];
  if (own && segments.at(-1)?.sentence === 0) takeEdge(extraction, recognition, own);
};

/** "The disk is full, so please give me …": what stands before it is the reason. */
const isConclusion = ({ words, phraseWords }: Extraction, at: number): boolean =>
  phraseWords.therefore.includes(words[at] ?? '') && isWish(words, at + 1, phraseWords);

/** How much a segment says that is not of the command. */
const weight = (extraction: Extraction, { from, to }: Segment): number =>
  range(from, to).filter((at) => !isPlain(extraction, at)).length;

const isReason = (extraction: Extraction, { from, to }: Segment): boolean => {
  const { words, tokens } = extraction;
  const { courtesy, orders, question } = extraction.phraseWords;
  const places = range(from, to).filter((at) => tokens[at]?.kind !== 'emoji');
  const ofCommand = commandWords(extraction.intent);
  if (orders.includes(words[from] ?? '') || question.includes(words[from] ?? '')) return false;
  if (places.some((at) => extraction.used.has(at) || ofCommand.has(words[at] ?? ''))) return false;
  const { times } = extraction;
  const telling = places.filter(
    (at) =>
      !courtesy.includes(words[at] ?? '') &&
      !extraction.language.fillers.has(words[at] ?? '') &&
      !times.some((span) => isIn(span, at)),
  );
  const own = telling.filter((at) => !isPlain(extraction, at));
  return telling.length > 0 && (own.length > 0 || telling.length > 4);
};

/** Words before or behind all that was taken, in the same part of the sentence: "now 1 hour payouts are down". */
const takeEdge = (extraction: Extraction, recognition: ArgumentRecognition, { from, to }: Segment): undefined => {
  const { tokens } = extraction;
  const places = range(from, to);
  const last = places.findLast((at) => extraction.used.has(at)) ?? from;
  const behind = places.filter((at) => at > last);
  const most = extraction.intent.takes.some(({ by }) => by === 'image') ? 2 : 1;
  if (behind.filter((at) => tokens[at]?.kind === 'word' && !isPlain(extraction, at)).length >= most)
    return takeText(extraction, recognition, last + 1, to);
  const { words } = extraction;
  const { courtesy } = extraction.phraseWords;
  const begins = places.find((at) => at > from + 2 && isWish(words, at, extraction.phraseWords)) ?? from;
  const first = places.find((at) => !courtesy.includes(words[at] ?? '')) ?? from;
  const isFree = !range(first, begins).some((at) => extraction.used.has(at));
  if (isFree && range(first, begins).filter((at) => !isPlain(extraction, at)).length > 1)
    takeText(extraction, recognition, first, begins);
};

const takeText = (extraction: Extraction, recognition: ArgumentRecognition, begin: number, end: number): undefined => {
  const { tokens, words } = extraction;
  const { hurry } = extraction.phraseWords;
  const isEmoji = (at: number): boolean => tokens[at]?.kind === 'emoji';
  const places = range(begin, end);
  const from = places.find((at) => !isEmoji(at) && !hurry.includes(words[at] ?? '')) ?? begin;
  const to = (places.findLast((at) => !isEmoji(at)) ?? end - 1) + 1;
  const typed = typedText(extraction, from, to);
  if (typed === '') return;
  setText(extraction, recognition, range(from, to), typed);
  for (const at of range(from, to)) extraction.loose.add(at);
};
