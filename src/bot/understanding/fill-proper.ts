import { type Extraction, isPlain, leadOf, quotedOf, range, recognitionBy, setText, typedText } from './extraction.ts';
import type { ArgumentRecognition } from './intent.ts';

/** What is searched for: in quotes. */
export const fillQuoted = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'quoted');
  const [at] = quotedOf(extraction);
  if (recognition && at !== undefined) setText(extraction, recognition, [at], extraction.tokens[at]?.word ?? '');
};

/** A name that is new: in quotes, behind "called", or the words that begin with a capital. */
export const fillCalled = (extraction: Extraction): undefined => {
  const recognition = recognitionBy(extraction, 'called');
  if (!recognition) return;
  const { tokens, words } = extraction;
  const { called } = extraction.phraseWords;
  const [quoted] = quotedOf(extraction);
  if (quoted !== undefined) return setText(extraction, recognition, [quoted], tokens[quoted]?.word ?? '');
  const behind =
    recognition.word !== undefined
      ? tokens.findIndex((_, at) => words[at] === recognition.word && isProper(extraction, at + 1))
      : tokens.findIndex((_, at) => called.includes(words[at] ?? '') && isNameWord(extraction, at + 1));
  if (behind >= 0) return takeRun(extraction, recognition, behind + 1, (at) => isNameWord(extraction, at));
  if (recognition.word !== undefined) return;
  const { things } = extraction.phraseWords;
  const direct = tokens.findIndex((_, at) => things.includes(words[at - 1] ?? '') && isProper(extraction, at));
  const begin =
    direct >= 0
      ? direct
      : tokens.findIndex(
          (_, at) =>
            isProper(extraction, at) && (at === 0 || !isSentenceStart(extraction, at) || isProper(extraction, at + 1)),
        );
  if (begin >= 0)
    takeRun(
      extraction,
      recognition,
      begin,
      (at) => isProper(extraction, at) || (tokens[at]?.kind === 'number' && isProper(extraction, at - 1)),
    );
};

const takeRun = (
  extraction: Extraction,
  recognition: ArgumentRecognition,
  begin: number,
  isIn: (at: number) => boolean,
): undefined => {
  let end = begin;
  while (end < extraction.tokens.length && isIn(end)) end += 1;
  if (end > begin) setText(extraction, recognition, range(begin, end), typedText(extraction, begin, end));
};

const isSentenceStart = ({ segments }: Extraction, at: number): boolean => segments.some(({ from }) => from === at);

const isNameWord = (extraction: Extraction, at: number): boolean => {
  const token = extraction.tokens[at];
  return (
    token !== undefined &&
    !extraction.used.has(at) &&
    (token.kind === 'word' || token.kind === 'number' || token.kind === 'code') &&
    !extraction.phraseWords.endsName.includes(token.word)
  );
};

/** A word with a capital that is no word of the phrases, or stands in a run of such. */
const isProper = (extraction: Extraction, at: number): boolean => {
  const { tokens, text } = extraction;
  const token = tokens[at];
  if (token?.kind !== 'word' || extraction.used.has(at)) return false;
  if (text === text.toUpperCase()) return !isPlain(extraction, at);
  return (
    /^\p{Lu}/u.test(token.raw) && (!isPlain(extraction, at) || !isSentenceStart(extraction, at)) && token.raw !== 'I'
  );
};

/** Somebody by the name that was typed, as whom a file went to. */
export const fillProper = (extraction: Extraction): undefined => {
  const { intent, values } = extraction;
  for (const recognition of intent.takes) {
    const isOpen = ![...values.keys()].some(({ argument }) => argument === recognition.argument);
    if (recognition.by === 'proper' && isOpen) takeProper(extraction, recognition);
  }
};

const takeProper = (extraction: Extraction, recognition: ArgumentRecognition): undefined => {
  const { tokens, words } = extraction;
  const { behind } = leadOf(extraction, recognition);
  if (behind) {
    const at = words.findIndex((word) => behind.includes(word));
    return at < 0 ? undefined : takeRun(extraction, recognition, at + 1, (place) => isNameWord(extraction, place));
  }
  const by = tokens.findIndex(
    (_, at) => words[at] === recognition.word && tokens[at + 1]?.kind === 'word' && !extraction.used.has(at + 1),
  );
  if (by >= 0 && (isProper(extraction, by + 1) || !isPlain(extraction, by + 1)))
    return takeRun(extraction, recognition, by + 1, (at) => isProper(extraction, at) || !isPlain(extraction, at));
  const begin = tokens.findIndex(
    (_, at) => isProper(extraction, at) && !extraction.language.lexicon.has(words[at] ?? ''),
  );
  const plain =
    begin >= 0
      ? begin
      : tokens.findIndex(
          ({ kind, raw }, at) =>
            kind === 'word' &&
            !extraction.used.has(at) &&
            raw.length > 3 &&
            !extraction.language.lexicon.has(words[at] ?? '') &&
            tokens.length < 5,
        );
  if (plain < 0) return;
  takeRun(extraction, recognition, plain, (at) => at === plain || isProper(extraction, at));
};
