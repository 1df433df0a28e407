import { type Filling, range } from './filling.ts';

/**
 * Whether an intent that is guarded by words was asked for: one of its words was used to say so, neither in a reason nor in a
 * time ("the end of the week"); and a question after what has happened asks for nothing to be done.
 */
export const isWanted = ({ intent, analysis, language, segments, used }: Filling): boolean => {
  const only = language.phrases.only.get(intent.command);
  if (!only) return true;
  const { words, tokens, times } = analysis;
  const { inquiry, impersonal } = language.phrases.words;
  const isInquiry = (at: number): boolean => {
    const own = segments.find(({ from, to }) => from <= at && at < to);
    return (
      own !== undefined && inquiry.includes(words[own.from] ?? '') && !impersonal.includes(words[own.from + 1] ?? '')
    );
  };
  const isElsewhere = (at: number): boolean =>
    used.has(at) || tokens[at]?.kind === 'quoted' || times.some(({ from, to }) => from <= at && at < to);
  const changes = intent.takesAway || intent.effect === 'acts';
  return only.some((said) => {
    const parts = said.split(' ');
    return words.some(
      (_, at) =>
        parts.every((part, next) => words[at + next] === part) &&
        !range(at, at + parts.length).every(isElsewhere) &&
        !(changes && isInquiry(at)),
    );
  });
};
