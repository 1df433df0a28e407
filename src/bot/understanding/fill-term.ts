import { type Filling, isPlain, quotedOf, range, take, takingBy, textValue, typedText } from './filling.ts';

/** A term of a glossary and its translation: around a sign, in quotes, or by the words beside them. */
export const fillTerm = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'term');
  if (!taking) return;
  const { tokens, words } = filling.analysis;
  const { equals, termOf, articles } = filling.language.phrases.words;
  const [first, second] = quotedOf(filling);
  const pair = (term: string, translation: string, places: readonly number[]): undefined =>
    take(filling, taking, places, { means: [term, translation], typed: `${term} = ${translation}` });
  const one = (term: string, places: readonly number[]): undefined => take(filling, taking, places, textValue(term));
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
  const said = adds ? typedPair(filling) : undefined;
  if (said)
    return pair(
      typedText(filling, said.left, said.end),
      typedText(filling, said.at + 1, said.to),
      range(said.left, said.to),
    );
  const own = (at: number): boolean => tokens[at]?.kind === 'word' && !filling.used.has(at) && !isPlain(filling, at);
  const named = tokens.findIndex(
    (_, at) =>
      termOf.includes(words[at] ?? '') && (own(at + 1) || (articles.includes(words[at + 1] ?? '') && own(at + 2))),
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
const typedPair = (filling: Filling) => {
  const { tokens, words, kinds } = filling.analysis;
  for (const [at, word] of words.entries()) {
    if (!filling.language.phrases.words.equals.includes(word)) continue;
    const end = beforeAuxiliary(filling, at);
    const left = runBefore(filling, end);
    const [first, last] = [tokens[at + 1], tokens[left]];
    const isOwn =
      first?.kind === 'quoted' || (first?.kind === 'word' && kinds[at + 1]?.size === 0 && !isPlain(filling, at + 1));
    const isTerm = left < end && (last?.kind === 'quoted' || !isPlain(filling, left));
    if (isOwn && isTerm) return { left, end, at, to: first?.kind === 'quoted' ? at + 2 : runAfter(filling, at + 1) };
  }
  return undefined;
};

/** "Chargeback should be": the word before "be" is no part of the term. */
const beforeAuxiliary = ({ analysis: { words }, language }: Filling, at: number): number =>
  at > 1 && language.phrases.words.auxiliary.includes(words[at - 1] ?? '') ? at - 1 : at;

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
  const { endsTerm } = filling.language.phrases.words;
  let end = begin;
  while (tokens[end]?.kind === 'word' && !filling.used.has(end) && !endsTerm.includes(words[end] ?? '')) end += 1;
  return end;
};
