import { type Filling, isPlain, leadOf, quotedOf, range, take, takingBy, textValue, typedText } from './filling.ts';
import type { Taking } from './intent.ts';

/** What is searched for: in quotes. */
export const fillQuoted = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'quoted');
  const [at] = quotedOf(filling);
  if (taking && at !== undefined) take(filling, taking, [at], textValue(filling.analysis.tokens[at]?.word ?? ''));
};

/** A name that is new: in quotes, behind "called", or the words that begin with a capital. */
export const fillCalled = (filling: Filling): undefined => {
  const taking = takingBy(filling, 'called');
  if (!taking) return;
  const { tokens, words } = filling.analysis;
  const { called } = filling.language.phrases.words;
  const [quoted] = quotedOf(filling);
  if (quoted !== undefined) return take(filling, taking, [quoted], textValue(tokens[quoted]?.word ?? ''));
  const behind =
    taking.word !== undefined
      ? tokens.findIndex((_, at) => words[at] === taking.word && isProper(filling, at + 1))
      : tokens.findIndex((_, at) => called.includes(words[at] ?? '') && isNameWord(filling, at + 1));
  if (behind >= 0) return takeRun(filling, taking, behind + 1, (at) => isNameWord(filling, at));
  if (taking.word !== undefined) return;
  const { things } = filling.language.phrases.words;
  const direct = tokens.findIndex((_, at) => things.includes(words[at - 1] ?? '') && isProper(filling, at));
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
  if (end > begin) take(filling, taking, range(begin, end), textValue(typedText(filling, begin, end)));
};

const isSentenceStart = ({ segments }: Filling, at: number): boolean => segments.some(({ from }) => from === at);

const isNameWord = (filling: Filling, at: number): boolean => {
  const token = filling.analysis.tokens[at];
  return (
    token !== undefined &&
    !filling.used.has(at) &&
    (token.kind === 'word' || token.kind === 'number' || token.kind === 'code') &&
    !filling.language.phrases.words.endsName.includes(token.word)
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
  const { behind } = leadOf(filling, taking);
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
