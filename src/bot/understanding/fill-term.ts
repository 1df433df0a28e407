import {
  type Extraction,
  isPlain,
  quotedOf,
  range,
  recognitionBy,
  setText,
  setValue,
  typedText,
} from './extraction.ts';

/** A term of a glossary and its translation: around a sign, in quotes, or by the words beside them. */
export const fillTerm = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'term');
  if (!recognition) return;
  const { tokens, words } = extraction;
  const { equals, termOf, articles } = extraction.phraseWords;
  const [first, second] = quotedOf(extraction);
  const pair = (term: string, translation: string, places: readonly number[]): undefined =>
    setValue(extraction, recognition, places, { means: [term, translation], typed: `${term} = ${translation}` });
  const one = (term: string, places: readonly number[]): undefined => setText(extraction, recognition, places, term);
  const adds = recognition.pair === true;
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
    const left = runBefore(extraction, sign);
    const right = tokens[sign + 1]?.raw === '>' ? sign + 2 : sign + 1;
    const end = runAfter(extraction, right);
    if (left < sign && end > right)
      return pair(typedText(extraction, left, sign), typedText(extraction, right, end), range(left, end));
  }
  const said = adds ? typedPair(extraction) : undefined;
  if (said)
    return pair(
      typedText(extraction, said.left, said.end),
      typedText(extraction, said.at + 1, said.to),
      range(said.left, said.to),
    );
  const own = (at: number): boolean =>
    tokens[at]?.kind === 'word' && !extraction.used.has(at) && !isPlain(extraction, at);
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
const typedPair = (extraction: Extraction) => {
  const { tokens, words, kinds } = extraction;
  for (const [at, word] of words.entries()) {
    if (!extraction.phraseWords.equals.includes(word)) continue;
    const end = beforeAuxiliary(extraction, at);
    const left = runBefore(extraction, end);
    const [first, last] = [tokens[at + 1], tokens[left]];
    const isOwn =
      first?.kind === 'quoted' || (first?.kind === 'word' && kinds[at + 1]?.size === 0 && !isPlain(extraction, at + 1));
    const isTerm = left < end && (last?.kind === 'quoted' || !isPlain(extraction, left));
    if (isOwn && isTerm) return { left, end, at, to: first?.kind === 'quoted' ? at + 2 : runAfter(extraction, at + 1) };
  }
  return undefined;
};

/** "Chargeback should be": the word before "be" is no part of the term. */
const beforeAuxiliary = ({ words, phraseWords }: Extraction, at: number): number =>
  at > 1 && phraseWords.auxiliary.includes(words[at - 1] ?? '') ? at - 1 : at;

/** Words of a term stand beside each other, up to a word of the command. */
const runBefore = (extraction: Extraction, end: number): number => {
  const { tokens } = extraction;
  let begin = end;
  while (
    begin > 0 &&
    tokens[begin - 1]?.kind === 'word' &&
    (begin === end || !isPlain(extraction, begin - 1)) &&
    !extraction.used.has(begin - 1)
  )
    begin -= 1;
  return begin;
};

const runAfter = (extraction: Extraction, begin: number): number => {
  const { tokens, words } = extraction;
  const { endsTerm } = extraction.phraseWords;
  let end = begin;
  while (tokens[end]?.kind === 'word' && !extraction.used.has(end) && !endsTerm.includes(words[end] ?? '')) end += 1;
  return end;
};
