import { namesIn } from '#bot/forms/choice-match.ts';
import type { PhraseWords } from '#bot/phrases/phrases.ts';
import { SENTENCE_ENDS, withoutTail } from '#platform/lib/text.ts';
import type { ArgumentRecognition, Intent } from './intent.ts';
import { speaksAgainst, takesBack } from './order-words.ts';
import { createTimeReader } from './times.ts';
import { tokensOf } from './tokens.ts';
import type { Name, Vocabulary } from './vocabulary.ts';

/** The mark that stands for a mentioned person. */
const MENTION = /^[\ufdd0-\ufdef]$/;

const LOOKS: Partial<Record<ArgumentRecognition['by'], RegExp>> = {
  email: /@/,
  event: /^(?=\D*\d)\S+$/,
  request: /^(R-)?[A-Z\d]{5}$/i,
};
const TIMES: ReadonlySet<ArgumentRecognition['by']> = new Set(['length', 'until', 'from']);

/** What a thread or a quoted message can stand for: "approve it". */
const POINTED: ReadonlySet<ArgumentRecognition['by']> = new Set(['request', 'event']);

/** What tells whether an argument is what it should be. */
export interface Known {
  readonly vocabulary: Vocabulary;
  readonly topics: readonly Name[];
  readonly words: PhraseWords;
  isTime(text: string): boolean;
}

/** Some other day will do: only whether a time is there counts. */
const SOME_DAY = { year: 2026, month: 1, day: 1, minute: 0 };

/** Tells a time, or what begins like one, from a sentence. */
export const createTimeTest = (words: PhraseWords): Known['isTime'] => {
  const reader = createTimeReader(words);
  const said = [...words.endless, ...words.atOnce];
  return (text) => {
    const plain = text.trim().toLowerCase();
    if (/^(?:-?\d|pt?\d)/.test(plain) || said.some((one) => plain.startsWith(one))) return true;
    const tokens = tokensOf(text, words);
    const [first] = reader.read(
      tokens,
      tokens.map(({ word }) => word),
      SOME_DAY,
    );
    return first !== undefined && tokens.slice(0, first.from).every(({ word }) => words.small.includes(word));
  };
};

/**
 * The arguments of a typed command that are not what they should be, as "payments prod" is no place: its own grammar splits a
 * text at a few words, so a sentence that happens to begin like a command leaves anything in them.
 */
export const misreadArguments = (
  { takes }: Intent,
  typed: Readonly<Record<string, string>>,
  { vocabulary, topics, words, isTime }: Known,
): readonly string[] => {
  const { pointing } = words;
  const isKnown = (kind: string, text: string): boolean =>
    vocabulary.knows(kind, text) || (kind === 'person' && MENTION.test(text));
  const isRight = ({ by, kind = '', also }: ArgumentRecognition, text: string): boolean => {
    if (also?.has(text.trim().toLowerCase())) return true;
    if (POINTED.has(by) && pointing.includes(text.trim().toLowerCase())) return true;
    // Some commands take a list of names: “reader and contributor”.
    if (by === 'name') return isKnown(kind, text) || namesIn(text).every((one) => isKnown(kind, one.trim()));
    if (by === 'watch') return isWatch(text, { vocabulary, words });
    if (by === 'topic') return topics.some(({ key, titles }) => [key, ...titles].includes(text.toLowerCase()));
    if (TIMES.has(by)) return isTime(text);
    return LOOKS[by]?.test(withoutTail(text, SENTENCE_ENDS)) ?? true;
  };
  return Object.entries(typed).flatMap(([argument, text]) => {
    const ways = takes.filter(
      (recognition) =>
        recognition.argument === argument &&
        (recognition.by === 'name' ||
          recognition.by === 'watch' ||
          recognition.by === 'topic' ||
          TIMES.has(recognition.by) ||
          LOOKS[recognition.by]),
    );
    const isFree = takes.some(
      ({ argument: of, by, orNew, orUnknown }) => of === argument && (by === 'proper' || orNew || orUnknown),
    );
    return isFree || ways.length === 0 || ways.some((recognition) => isRight(recognition, text)) ? [] : [argument];
  });
};

/** By its reference, a single word, a name, or as "the watch". */
const isWatch = (text: string, { vocabulary, words }: Pick<Known, 'vocabulary' | 'words'>): boolean => {
  const { articles, pronouns, same } = words;
  const plain = [...articles, ...pronouns, ...['watch', 'alert'].flatMap((word) => [word, ...(same[word] ?? [])])];
  const said = text.trim().toLowerCase().split(/\s+/);
  return (
    said.length === 1 ||
    said.every((word) => plain.includes(word)) ||
    ['place', 'share'].some((kind) => vocabulary.knows(kind, text))
  );
};

/**
 * Whether what was typed in a command's own grammar is an order: no argument but a reason, a name, a time or a free text holds a
 * word of a denial, a question, a condition or a report.
 * @param intent absent for a command that nobody can mean in other words
 */
export const isOrder = (
  intent: Intent | undefined,
  typed: Readonly<Record<string, string>>,
  { words, isTime }: Pick<Known, 'words' | 'isTime'>,
): boolean => {
  // A document or a list of terms may hold any word.
  const isDocument = (argument: string): boolean =>
    intent?.takes.some((one) => one.argument === argument && (one.by === 'lines' || one.by === 'document')) ?? false;
  return Object.entries(typed).every(([argument, said]) => {
    if (isDocument(argument)) return true;
    if (argument === 'reason') return !takesBack(said, words);
    // "Quiet none" is an answer to what the command asks.
    const isAnswer = intent?.effect === 'asks' && /^\p{L}+[,.]?$/u.test(said.trim());
    return isAnswer || !speaksAgainst(said, words, isTime(said));
  });
};
