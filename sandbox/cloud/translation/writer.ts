import type { TranslateQuery } from './query.ts';

/** A stretch of a text in UTF-16 code units; `end` is the first after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a translation. */
export interface Token {
  readonly text: string;
  /** The aligned words of the source; none for punctuation. */
  readonly words: readonly Span[];
  readonly profane?: boolean;
}

export const plainToken = (text: string): Token => ({ text, words: [] });

/** One text in one language. */
export interface Composed {
  readonly text: string;
  /** Alignment string format (docs/sources.md, Translator); empty for none. */
  readonly projection: string;
  /** Lengths of the sentences, which add up to the whole texts. */
  readonly sourceLengths: readonly number[];
  readonly lengths: readonly number[];
}

/** Builds a translation with its words and sentences. */
export interface Writer {
  /** Adds a range of the source with its translation; the tokens' words count from the start of the range. */
  add(source: string, tokens: readonly Token[]): void;
  /** Whether the current sentence has not ended. */
  openSentence(): void;
  /** The whole text has no alignment. */
  unalign(): void;
  endSentence(): void;
  finish(): Composed;
}

export const createWriter = (profanity: TranslateQuery['profanity']): Writer => {
  let [read, text] = [0, ''];
  let [aligned, open, beheaded] = [true, false, false];
  const links: { readonly start: number; readonly at: number; readonly link: string }[] = [];
  const sourceEnds: number[] = [];
  const ends: number[] = [];

  const atBeginning = (): boolean => text.length === (ends.at(-1) ?? 0);

  /** A deletion leaves no double space, and none at the beginning of a sentence. */
  const remove = (): void => {
    if (!atBeginning()) text = text.replace(/ $/, '');
    beheaded = atBeginning();
  };

  const write = ({ text: word, words, profane = false }: Token): void => {
    if (profane && profanity === 'Deleted') {
      remove();
      return;
    }
    const at = text.length;
    const written = profane ? marked(word, profanity) : beheaded ? word.trimStart() : word;
    text += written;
    beheaded &&= written === '';
    for (const { start, end } of words) {
      const [first, last] = [read + start, read + end - 1];
      links.push({ start: first, at, link: `${first}:${last}-${at}:${text.length - 1}` });
    }
  };

  const endSentence = (): void => {
    sourceEnds.push(read);
    ends.push(text.length);
    open = false;
  };

  return {
    add(source, tokens) {
      for (const token of tokens) write(token);
      read += source.length;
    },
    openSentence() {
      open = true;
    },
    unalign() {
      aligned = false;
    },
    endSentence,
    finish() {
      if (open) endSentence();
      const inOrder = links.sort((a, b) => a.start - b.start || a.at - b.at);
      return {
        text,
        projection: aligned ? inOrder.map(({ link }) => link).join(' ') : '',
        sourceLengths: lengthsOf(sourceEnds, read),
        lengths: lengthsOf(ends, text.length),
      };
    },
  };
};

const marked = (word: string, profanity: TranslateQuery['profanity']): string => {
  if (profanity === 'NoAction') return word;
  return profanity === 'Tag' ? `<profanity>${word}</profanity>` : '***';
};

/** Text after the last sentence, as a closing tag, belongs to it. */
const lengthsOf = (ends: readonly number[], whole: number): readonly number[] => {
  const borders = ends.length === 0 ? [whole] : [...ends.slice(0, -1), whole];
  return borders.map((end, index) => end - (borders[index - 1] ?? 0));
};
