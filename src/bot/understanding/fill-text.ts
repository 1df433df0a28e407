import {
  type Extraction,
  findChoices,
  isPlain,
  quotedOf,
  range,
  recognitionBy,
  setText,
  textValue,
  typedText,
} from './extraction.ts';

const isMark = ({ tokens }: Extraction, at: number, ...marks: readonly string[]): boolean =>
  tokens[at]?.kind === 'mark' && marks.includes(tokens[at]?.raw ?? '');

/** The text that is to be translated: in quotes, behind a colon, in a sentence of its own, or what is left at the end. */
export const fillText = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'text');
  if (!recognition) return;
  const { tokens, text, kinds, words, segments } = extraction;
  const [quoted] = quotedOf(extraction);
  if (quoted !== undefined) return setText(extraction, recognition, [quoted], tokens[quoted]?.word ?? '');
  const { aboutText, hurry } = extraction.phraseWords;
  const isAbout = (at: number): boolean => kinds[at]?.has('language') === true || aboutText.includes(words[at] ?? '');
  const about = tokens.findIndex((_, at) => isAbout(at));
  const colon = tokens.findIndex(
    (_, at) => isMark(extraction, at, ':') && about >= 0 && about < at && tokens[at + 1] !== undefined,
  );
  if (colon >= 0)
    return setText(extraction, recognition, range(colon, tokens.length), text.slice(tokens[colon]?.end ?? 0).trim());
  const sentences = Map.groupBy(segments, ({ sentence }) => sentence);
  for (const [, parts] of [...sentences].toReversed()) {
    const from = parts[0]?.from ?? 0;
    const to = (parts.at(-1)?.to ?? 0) + 1;
    const isOwn =
      !range(from, to).some(isAbout) && range(from, Math.min(to, tokens.length)).some((at) => !isPlain(extraction, at));
    if (isOwn && sentences.size > 1)
      return setText(
        extraction,
        recognition,
        range(from, Math.min(to, tokens.length)),
        typedText(extraction, from, Math.min(to, tokens.length)),
      );
  }
  const last = tokens.findLastIndex((_, at) => isAbout(at));
  const begin = tokens.findIndex(
    (_, at) => at > last && !isMark(extraction, at, '?', '!', ',', '.') && !hurry.includes(words[at] ?? ''),
  );
  if (
    begin > 0 &&
    range(begin, tokens.length).some((at) => !isPlain(extraction, at) || range(begin, tokens.length).length > 3)
  ) {
    setText(extraction, recognition, range(begin, tokens.length), text.slice(tokens[begin]?.at ?? 0).trim());
  }
};

/** The lines behind the first one. */
export const fillLines = (extraction: Extraction, rest: string | undefined): undefined => {
  const recognition = recognitionBy(extraction, 'lines') ?? recognitionBy(extraction, 'document');
  if (recognition && rest !== undefined) extraction.values.set(recognition, textValue(rest));
};

/** What help is asked about: an area or a command. */
export const fillTopic = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'topic');
  if (!recognition) return;
  const { articles, everyday } = extraction.phraseWords;
  const words = extraction.words.filter((word) => !articles.includes(word));
  const same = (word: string): string => extraction.language.same.get(word) ?? word;
  const folded = words.map(same);
  const all = extraction.topics.flatMap(({ key, titles }) =>
    [key, ...titles].map((title) => ({ key, parts: title.toLowerCase().split(' ').map(same) })),
  );
  const found = all
    .flatMap(({ key, parts }) => {
      const at = folded.findIndex((_, place) => parts.every((part, next) => folded[place + next] === part));
      return at < 0 ? [] : [{ key, at, length: parts.length }];
    })
    .filter(
      ({ key, at }) => key !== 'help' && (words[at] !== key || at === words.length - 1 || !everyday.includes(key)),
    )
    .sort((a, b) => b.length - a.length);
  const [said] = findChoices(extraction, extraction.language.phrases.choices['topic'] ?? {});
  const best = found.find(({ length }) => length > 1)?.key ?? said?.key ?? found[0]?.key;
  if (best !== undefined) setText(extraction, recognition, [], best);
};
