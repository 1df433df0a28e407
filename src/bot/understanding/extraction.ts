import type { Lead, PhraseWords } from '#bot/phrases/phrases.ts';
import type { Analysis, Language } from './analysis.ts';
import type { ArgumentRecognition, Intent } from './intent.ts';
import type { Segment } from './segments.ts';
import type { Today } from './time-span.ts';
import type { Name, Vocabulary } from './vocabulary.ts';

/** What was found for an argument. */
export interface Value {
  /** What it means: the key of a name, an ISO 8601 length, a day with its time; several of a list. */
  readonly means: string | readonly string[];
  /** As the command takes it. */
  readonly typed: string;
  /** What people call it, of a name. */
  readonly title?: string | undefined;
}

/** A command that is being filled in from a text. */
export interface Extraction extends Analysis {
  readonly intent: Intent;
  readonly language: Language;
  /** Its lists of words. */
  readonly phraseWords: PhraseWords;
  readonly segments: readonly Segment[];
  /** The words of the phrases for this intent: they say what is asked for, and nothing of the arguments. */
  readonly explained: ReadonlySet<string>;
  /** Of them, two beside each other. */
  readonly explainedPairs: ReadonlySet<string>;
  /** The words by which commands are called that only a plain order may open. */
  readonly deeds: ReadonlySet<string>;
  /** The sentence that asks for it, of several. */
  readonly wish: number | undefined;
  readonly topics: readonly Name[];
  readonly vocabulary: Vocabulary;
  readonly today: Today;
  /** Keys of the people who are mentioned, in the order of their marks. */
  readonly people: readonly string[];
  /** Tokens that an argument took. */
  readonly used: Set<number>;
  /** Of these, what is a reason that no word announces. */
  readonly loose: Set<number>;
  readonly values: Map<ArgumentRecognition, Value>;
  /** Arguments for which several names fit equally well. */
  readonly rivals: Map<ArgumentRecognition, readonly Name[]>;
}

export const setValue = (
  extraction: Extraction,
  recognition: ArgumentRecognition,
  tokens: Iterable<number>,
  value: Value,
): undefined => {
  if (extraction.values.has(recognition)) return;
  for (const at of tokens) extraction.used.add(at);
  extraction.values.set(recognition, value);
};

/** The same of a value that means what is typed. */
export const setText = (
  extraction: Extraction,
  recognition: ArgumentRecognition,
  tokens: Iterable<number>,
  text: string,
): undefined => setValue(extraction, recognition, tokens, textValue(text));

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** The text of these tokens as it was typed. */
export const typedText = ({ text, tokens }: Analysis, from: number, to: number): string =>
  text.slice(tokens[from]?.at ?? 0, tokens[to - 1]?.end ?? 0).trim();

/** The phrases of a choice that stand in the text, longest first: where, and which value. */
export const findChoices = (
  { words }: Pick<Analysis, 'words'>,
  said: Readonly<Record<string, readonly string[]>>,
): readonly { readonly key: string; readonly from: number; readonly to: number }[] => {
  const found: { key: string; from: number; to: number }[] = [];
  for (const [key, phrases] of Object.entries(said)) {
    for (const phrase of phrases) {
      const parts = phrase.split(' ');
      for (let at = 0; at <= words.length - parts.length; at += 1) {
        if (parts.every((part, next) => words[at + next] === part))
          found.push({ key, from: at, to: at + parts.length });
      }
    }
  }
  return found.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
};

/** Whether a word says nothing of its own: of the phrases, a filler, a courtesy. */
export const isPlain = ({ words, tokens, explained, language, phraseWords }: Extraction, at: number): boolean => {
  const word = words[at] ?? '';
  const kind = tokens[at]?.kind;
  if (kind === 'mark' || kind === 'emoji') return true;
  return (
    kind === 'word' &&
    (explained.has(word) ||
      explained.has(language.same.get(word) ?? word) ||
      language.fillers.has(word) ||
      phraseWords.courtesy.includes(word) ||
      phraseWords.things.includes(word))
  );
};

/** The words that lead to an argument. */
export const leadOf = ({ language }: Pick<Extraction, 'language'>, { lead }: ArgumentRecognition): Lead =>
  lead === undefined ? {} : (language.phrases.leads[lead] ?? {});

/** An argument of this kind that has no value yet. */
export const recognitionBy = (
  { intent, values }: Extraction,
  by: ArgumentRecognition['by'],
): ArgumentRecognition | undefined => intent.takes.find((one) => one.by === by && !values.has(one));

/** The tokens in quotes that no argument took. */
export const quotedOf = ({ tokens, used }: Extraction): readonly number[] =>
  tokens.flatMap(({ kind }, at) => (kind === 'quoted' && !used.has(at) ? [at] : []));

/** A value that means what is typed. */
export const textValue = (text: string): Value => ({ means: text, typed: text });
