import { type Filling, findChoices, range, take, typedText } from './filling.ts';
import type { Taking } from './intent.ts';

const takingBy = ({ intent, values }: Filling, by: Taking['by']): Taking | undefined =>
  intent.takes.find((one) => one.by === by && !values.has(one));

const quotedOf = ({ analysis: { tokens }, used }: Filling): readonly number[] =>
  tokens.flatMap(({ kind }, at) => (kind === 'quoted' && !used.has(at) ? [at] : []));

const isMark = ({ analysis: { tokens } }: Filling, at: number, ...marks: readonly string[]): boolean =>
  tokens[at]?.kind === 'mark' && marks.includes(tokens[at]?.raw ?? '');

/** Whether a word says nothing of its own: of the phrases, a filler, a courtesy. */
export const isPlain = ({ analysis: { words, tokens }, explained, language }: Filling, at: number): boolean => {
  const word = words[at] ?? '';
  const kind = tokens[at]?.kind;
  if (kind === 'mark' || kind === 'emoji') return true;
  return (
    kind === 'word' &&
    (explained.has(word) ||
      explained.has(language.same.get(word) ?? word) ||
      language.fillers.has(word) ||
      language.phrases.words.courtesy.includes(word) ||
      language.phrases.words.things.includes(word))
  );
};

/** The text that is to be translated: in quotes, behind a colon, in a sentence of its own, or what is left at the end. */
export const fillText = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'text');
  if (!taking) return;
  const { analysis, segments } = filling;
  const { tokens, text, kinds, words } = analysis;
  const [quoted] = quotedOf(filling);
  if (quoted !== undefined) return take(filling, taking, [quoted], said(tokens[quoted]?.word ?? ''));
  const isAbout = (at: number): boolean =>
    kinds[at]?.has('language') === true ||
    words[at] === 'translate' ||
    words[at] === 'say' ||
    words[at] === 'mean' ||
    words[at] === 'following';
  const about = tokens.findIndex((_, at) => isAbout(at));
  const colon = tokens.findIndex(
    (_, at) => isMark(filling, at, ':') && about >= 0 && about < at && tokens[at + 1] !== undefined,
  );
  if (colon >= 0)
    return take(filling, taking, range(colon, tokens.length), said(text.slice(tokens[colon]?.end ?? 0).trim()));
  const sentences = Map.groupBy(segments, ({ sentence }) => sentence);
  for (const [, parts] of [...sentences].toReversed()) {
    const from = parts[0]?.from ?? 0;
    const to = (parts.at(-1)?.to ?? 0) + 1;
    const isOwn =
      !range(from, to).some(isAbout) && range(from, Math.min(to, tokens.length)).some((at) => !isPlain(filling, at));
    if (isOwn && sentences.size > 1)
      return take(
        filling,
        taking,
        range(from, Math.min(to, tokens.length)),
        said(typedText(filling, from, Math.min(to, tokens.length))),
      );
  }
  const last = tokens.findLastIndex((_, at) => isAbout(at));
  const begin = tokens.findIndex(
    (_, at) => at > last && !isMark(filling, at, '?', '!', ',', '.') && words[at] !== 'please',
  );
  if (
    begin > 0 &&
    range(begin, tokens.length).some((at) => !isPlain(filling, at) || range(begin, tokens.length).length > 3)
  ) {
    take(filling, taking, range(begin, tokens.length), said(text.slice(tokens[begin]?.at ?? 0).trim()));
  }
};

const said = (text: string) => ({ means: text, typed: text });

/** The lines behind the first one. */
export const fillLines = (filling: Filling, rest: string | undefined): undefined => {
  const taking = takingBy(filling, 'lines') ?? takingBy(filling, 'document');
  if (taking && rest !== undefined) filling.values.set(taking, said(rest));
};

/** A name that is new: in quotes, behind "called", or the words that begin with a capital. */
export const fillCalled = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'called');
  if (!taking) return;
  const { tokens, words } = filling.analysis;
  const { called } = filling.language.phrases.words;
  const [quoted] = quotedOf(filling);
  if (quoted !== undefined) return take(filling, taking, [quoted], said(tokens[quoted]?.word ?? ''));
  const behind =
    taking.word === 'as'
      ? tokens.findIndex((_, at) => words[at] === 'as' && isProper(filling, at + 1))
      : tokens.findIndex((_, at) => called.includes(words[at] ?? '') && isNameWord(filling, at + 1));
  if (behind >= 0) return takeRun(filling, taking, behind + 1, (at) => isNameWord(filling, at));
  if (taking.word === 'as') return;
  const direct = tokens.findIndex((_, at) => words[at - 1] === 'subscription' && isProper(filling, at));
  const begin =
    direct >= 0
      ? direct
      : tokens.findIndex(
          (_, at) => isProper(filling, at) && (at === 0 || !isSentenceStart(filling, at) || isProper(filling, at + 1)),
        );
  if (begin >= 0)
    takeRun(
      filling,
      taking,
      begin,
      (at) => isProper(filling, at) || (tokens[at]?.kind === 'number' && isProper(filling, at - 1)),
    );
};

const takeRun = (filling: Filling, taking: Taking, begin: number, isIn: (at: number) => boolean): undefined => {
  let end = begin;
  while (end < filling.analysis.tokens.length && isIn(end)) end += 1;
  if (end > begin) take(filling, taking, range(begin, end), said(typedText(filling, begin, end)));
};

const isSentenceStart = ({ segments }: Filling, at: number): boolean => segments.some(({ from }) => from === at);

const isNameWord = (filling: Filling, at: number): boolean => {
  const token = filling.analysis.tokens[at];
  return (
    token !== undefined &&
    !filling.used.has(at) &&
    (token.kind === 'word' || token.kind === 'number' || token.kind === 'code') &&
    !['for', 'because', 'on', 'billed', 'with', 'and', 'please', 'to', 'in'].includes(token.word)
  );
};

/** A word with a capital that is no word of the phrases, or stands in a run of such. */
const isProper = (filling: Filling, at: number): boolean => {
  const { tokens, text } = filling.analysis;
  const token = tokens[at];
  if (token?.kind !== 'word' || filling.used.has(at)) return false;
  if (text === text.toUpperCase()) return !isPlain(filling, at);
  return /^\p{Lu}/u.test(token.raw) && (!isPlain(filling, at) || !isSentenceStart(filling, at)) && token.raw !== 'I';
};

/** Somebody by the name that was typed, as whom a file went to. */
export const fillProper = (filling: Filling): undefined => {
  const { intent, values } = filling;
  for (const taking of intent.takes) {
    const isOpen = ![...values.keys()].some(({ argument }) => argument === taking.argument);
    if (taking.by === 'proper' && isOpen) takeProper(filling, taking);
  }
};

const takeProper = (filling: Filling, taking: Taking): undefined => {
  const { tokens, words } = filling.analysis;
  const { behind } = taking;
  if (behind) {
    const at = words.findIndex((word) => behind.includes(word));
    return at < 0 ? undefined : takeRun(filling, taking, at + 1, (place) => isNameWord(filling, place));
  }
  const by = tokens.findIndex(
    (_, at) => words[at] === taking.word && tokens[at + 1]?.kind === 'word' && !filling.used.has(at + 1),
  );
  if (by >= 0 && (isProper(filling, by + 1) || !isPlain(filling, by + 1)))
    return takeRun(filling, taking, by + 1, (at) => isProper(filling, at) || !isPlain(filling, at));
  const begin = tokens.findIndex((_, at) => isProper(filling, at) && !filling.language.lexicon.has(words[at] ?? ''));
  const plain =
    begin >= 0
      ? begin
      : tokens.findIndex(
          ({ kind, raw }, at) =>
            kind === 'word' &&
            !filling.used.has(at) &&
            raw.length > 3 &&
            !filling.language.lexicon.has(words[at] ?? '') &&
            tokens.length < 5,
        );
  if (plain < 0) return;
  takeRun(filling, taking, plain, (at) => at === plain || isProper(filling, at));
};

/** A term of a glossary and its translation: around a sign, in quotes, or by the words beside them. */
export const fillTerm = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'term');
  if (!taking) return;
  const { tokens, words } = filling.analysis;
  const { equals, termOf } = filling.language.phrases.words;
  const [first, second] = quotedOf(filling);
  const pair = (term: string, translation: string, places: readonly number[]): undefined =>
    take(filling, taking, places, { means: [term, translation], typed: `${term} = ${translation}` });
  const one = (term: string, places: readonly number[]): undefined =>
    take(filling, taking, places, { means: term, typed: term });
  const adds = taking.pair === true;
  if (first !== undefined && second !== undefined && adds)
    return pair(tokens[first]?.word ?? '', tokens[second]?.word ?? '', [first, second]);
  if (first !== undefined && !adds) return one(tokens[first]?.word ?? '', [first]);
  const sign = tokens.findIndex(
    ({ raw }, at) =>
      raw === '=' ||
      raw === '→' ||
      (raw === '-' && tokens[at + 1]?.raw === '>') ||
      (raw === '=' && tokens[at + 1]?.raw === '>'),
  );
  if (sign > 0 && adds) {
    const left = runBefore(filling, sign);
    const right = tokens[sign + 1]?.raw === '>' ? sign + 2 : sign + 1;
    const end = runAfter(filling, right);
    if (left < sign && end > right)
      return pair(typedText(filling, left, sign), typedText(filling, right, end), range(left, end));
  }
  const said = adds ? saidPair(filling) : undefined;
  if (said)
    return pair(
      typedText(filling, said.left, said.at),
      typedText(filling, said.at + 1, said.end),
      range(said.left, said.end),
    );
  const own = (at: number): boolean => tokens[at]?.kind === 'word' && !filling.used.has(at) && !isPlain(filling, at);
  const named = tokens.findIndex(
    (_, at) => termOf.includes(words[at] ?? '') && (own(at + 1) || (words[at + 1] === 'the' && own(at + 2))),
  );
  const at = named < 0 ? tokens.findIndex((_, place) => own(place)) : own(named + 1) ? named + 1 : named + 2;
  if (at < 0) return;
  if (!adds) return one(tokens[at]?.raw ?? '', [at]);
  const to =
    first ??
    tokens.findLastIndex(
      (_, place) =>
        place > at && own(place) && range(at + 1, place).some((between) => equals.includes(words[between] ?? '')),
    );
  if (to > at)
    pair(tokens[at]?.raw ?? '', tokens[to]?.kind === 'quoted' ? (tokens[to]?.word ?? '') : (tokens[to]?.raw ?? ''), [
      at,
      to,
    ]);
};

/** "Chargeback is Rückbuchung": what stands around such a word, if neither side is a word of the command. */
const saidPair = (filling: Filling) => {
  const { tokens, words, kinds } = filling.analysis;
  for (const [at, word] of words.entries()) {
    if (!filling.language.phrases.words.equals.includes(word)) continue;
    const left = runBefore(filling, at);
    const [first, last] = [tokens[at + 1], tokens[left]];
    const isOwn =
      first?.kind === 'quoted' || (first?.kind === 'word' && kinds[at + 1]?.size === 0 && !isPlain(filling, at + 1));
    const isTerm = left < at && (last?.kind === 'quoted' || !isPlain(filling, left));
    if (isOwn && isTerm) return { left, at, end: first?.kind === 'quoted' ? at + 2 : runAfter(filling, at + 1) };
  }
  return undefined;
};

/** Words of a term stand beside each other, up to a word of the command. */
const runBefore = (filling: Filling, end: number): number => {
  const { tokens } = filling.analysis;
  let begin = end;
  while (
    begin > 0 &&
    tokens[begin - 1]?.kind === 'word' &&
    (begin === end || !isPlain(filling, begin - 1)) &&
    !filling.used.has(begin - 1)
  )
    begin -= 1;
  return begin;
};

const runAfter = (filling: Filling, begin: number): number => {
  const { tokens, words } = filling.analysis;
  let end = begin;
  while (tokens[end]?.kind === 'word' && !filling.used.has(end) && !['in', 'for'].includes(words[end] ?? '')) end += 1;
  return end;
};

/** Commands that are everybody's words: "show me an example" is not about `show`. */
const VERBS: ReadonlySet<string> = new Set(['show', 'why']);

/** What help is asked about: an area or a command. */
export const fillTopic = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'topic');
  if (!taking) return;
  const words = filling.analysis.words.filter((word) => !['a', 'an', 'the', 'my'].includes(word));
  const same = (word: string): string => filling.language.same.get(word) ?? word;
  const folded = words.map(same);
  const all = filling.topics.flatMap(({ key, titles }) =>
    [key, ...titles].map((title) => ({ key, parts: title.toLowerCase().split(' ').map(same) })),
  );
  const found = all
    .flatMap(({ key, parts }) => {
      const at = folded.findIndex((_, place) => parts.every((part, next) => folded[place + next] === part));
      return at < 0 ? [] : [{ key, at, length: parts.length }];
    })
    .filter(({ key, at }) => key !== 'help' && (words[at] !== key || at === words.length - 1 || !VERBS.has(key)))
    .sort((a, b) => b.length - a.length);
  const [said] = findChoices(filling.analysis, filling.language.phrases.choices['topic'] ?? {});
  const best = found.find(({ length }) => length > 1)?.key ?? said?.key ?? found[0]?.key;
  if (best !== undefined) take(filling, taking, [], { means: best, typed: best });
};
