/** A stretch of a text in UTF-16 code units; `end` is the first after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a translation. */
export interface Token {
  readonly text: string;
  /** The words of the source that it stands for; none for punctuation. */
  readonly words: readonly Span[];
  readonly profane?: boolean;
}

export const plainToken = (text: string): Token => ({ text, words: [] });

/** The words of a text and where they begin; where words do not stand apart, the text is one. */
export const wordSpans = (text: string, offset: number, spaced: boolean): readonly Span[] =>
  spaced
    ? [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
        start: offset + index,
        end: offset + index + word.length,
      }))
    : [{ start: offset, end: offset + text.length }];
