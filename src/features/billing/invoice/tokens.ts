import { oneLine } from '../../../lib/text.ts';

/** A word as it was typed, or all that stood between two quotes. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** Where it ends in the text that was taken apart. */
  readonly end: number;
}

const TOKEN = /"([^"]*)"|“([^”“"]*)[”"]|[^\s,]+|,/g;

/** The words of a text; a comma is a word of its own, and a quote that is never closed is a mark like any other. */
export const tokensOf = (typed: string): readonly Token[] =>
  [...oneLine(typed, typed.length).matchAll(TOKEN)].map(({ 0: whole, 1: straight, 2: curly, index }) => {
    const inside = straight ?? curly;
    const end = index + whole.length;
    return inside === undefined ? { text: whole, quoted: false, end } : { text: inside.trim(), quoted: true, end };
  });

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

/** The words at a place in small letters, with a word that no text is in place of what was quoted. */
export const wordsAt = (tokens: readonly Token[], at: number, most: number): readonly string[] =>
  tokens.slice(at, at + most).map(({ text, quoted }) => (quoted ? '"' : text.toLowerCase()));
