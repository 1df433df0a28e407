import { type Filling, range } from './filling.ts';
import { lengthAt } from './order-marks.ts';
import { isIn } from './segments.ts';

/**
 * Whether an intent that is guarded by words was asked for: one of its words was used to say so, neither in a reason nor in a
 * time ("the end of the week"); and a question after what has happened asks for nothing to be done.
 */
export const hasExplicitWord = ({ intent, analysis, language, segments, used }: Filling): boolean => {
  const only = language.phrases.only.get(intent.command);
  if (!only) return true;
  const { words, tokens, times } = analysis;
  const { inquiry, impersonal } = language.phrases.words;
  const isInquiry = (at: number): boolean => {
    const { from = 0 } = segments.find((part) => isIn(part, at)) ?? {};
    return inquiry.includes(words[from] ?? '') && !impersonal.includes(words[from + 1] ?? '');
  };
  const isElsewhere = (at: number): boolean =>
    used.has(at) || tokens[at]?.kind === 'quoted' || times.some((time) => isIn(time, at));
  const changes = intent.takesAway || intent.effect === 'acts';
  return words.some((_, at) => {
    const length = lengthAt({ tokens, words }, only, at);
    return length > 0 && !range(at, at + length).every(isElsewhere) && !(changes && isInquiry(at));
  });
};
