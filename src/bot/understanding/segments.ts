import type { PhraseWords } from '#bot/phrases/phrases.ts';
import type { Analysis, Language } from './analysis.ts';

/** Tokens that stand between two signs of punctuation. */
export interface Segment {
  /** The first token, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Of its sentence, counted from 0. */
  readonly sentence: number;
}

export const isIn = ({ from, to }: { readonly from: number; readonly to: number }, at: number): boolean =>
  from <= at && at < to;

const ENDS: ReadonlySet<string> = new Set(['.', '!', '?', ';', '。', '？', '！']);
const SEPARATES: ReadonlySet<string> = new Set([',', '—', '–', '-', '(', ')', ':', '…', '/']);

export const segmentsOf = ({ tokens, text }: Analysis): readonly Segment[] => {
  const found: Segment[] = [];
  let from = 0;
  let sentence = 0;
  const close = (to: number): void => {
    if (to > from) found.push({ from, to, sentence });
  };
  for (const [at, { kind, raw, end }] of tokens.entries()) {
    const endsLine = text.slice(end, tokens[at + 1]?.at ?? end).includes('\n');
    const isMark = kind === 'mark' && (ENDS.has(raw) || SEPARATES.has(raw));
    if (!isMark && !endsLine) continue;
    close(isMark ? at : at + 1);
    from = at + 1;
    if (endsLine || ENDS.has(raw)) sentence += 1;
  }
  close(tokens.length);
  return found;
};

/** A part of the text that tells why; `from` is the first token of the reason itself, `begins` that of the word before it. */
export interface ReasonSpan {
  readonly begins: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The reason behind "because" or the like, wherever it stands: up to the end of its sentence, or to a comma behind which
 * something else is said.
 * @param isTelling whether a word at a place begins a reason that is not always one, as "for"
 */
export const findReason = (
  analysis: Analysis,
  language: Language,
  segments: readonly Segment[],
  isTelling: (at: number) => boolean,
): ReasonSpan | undefined => {
  const { words, tokens } = analysis;
  const { because, perhapsBecause, afterBecause, courtesy } = language.phrases.words;
  for (let at = 0; at < words.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const strong = because.includes(words[at] ?? '');
    if (!strong && !isTelling(at)) continue;
    let from = at + 1;
    while (strong && afterBecause.includes(words[from] ?? '')) from += 1;
    if (perhapsBecause[words[at] ?? '']?.before?.includes(words[from] ?? '')) from += 1;
    const to = endOfReason(analysis, language, segments, from, at === 0 || isFirst(segments, at));
    const told = words.slice(from, to).filter((word) => !courtesy.includes(word));
    if (to > from && told.length > 0) return { begins: at, from, to };
  }
  return undefined;
};

const isFirst = (segments: readonly Segment[], at: number): boolean => segments.some(({ from }) => from === at);

const endOfReason = (
  { words, tokens, times, kinds }: Analysis,
  { phrases }: Language,
  segments: readonly Segment[],
  from: number,
  leads: boolean,
): number => {
  const own = segments.find((segment) => isIn(segment, from));
  if (!own) return from;
  const rest = segments.filter((segment) => segment.sentence === own.sentence && segment.from >= own.to);
  if (leads) {
    // A reason that stands first ends where the wish begins.
    for (let at = from + 1; at < own.to; at += 1) if (isWish(words, at, phrases.words)) return at;
    return rest.length > 0 ? own.to : own.to;
  }
  const isOther = ({ from: first, to }: Segment): boolean => {
    if (isWish(words, first, phrases.words)) return true;
    for (let at = first; at < to; at += 1) {
      const inTime = times.some((span) => isIn(span, at));
      if (
        !inTime &&
        (kinds[at]?.size ?? 0) === 0 &&
        tokens[at]?.kind === 'word' &&
        !phrases.words.courtesy.includes(words[at] ?? '')
      )
        return false;
    }
    return true;
  };
  let to = own.to;
  for (const segment of rest) {
    if (isOther(segment)) break;
    to = segment.to;
  }
  return to;
};

/** Whether a wish begins here: "please open", "grant me", "I need". */
export const isWish = (words: readonly string[], at: number, { wish, wishes, asks, tells }: PhraseWords): boolean => {
  const word = words[at] ?? '';
  return (
    (wishes.includes(word) && !tells.includes(words[at - 1] ?? '')) ||
    (asks.includes(word) && wish.includes(words[at + 1] ?? ''))
  );
};
