import type { PhraseWords } from '#bot/phrases/phrases.ts';

/**
 * `code` is R-7KQ2M, INC-1042 or the like; `path` an image or an address; `number` all that begins with a figure; `mark` one
 * sign of punctuation; `person` a mention that the turn hides behind a mark.
 */
type TokenKind = 'word' | 'number' | 'quoted' | 'email' | 'path' | 'code' | 'mark' | 'emoji' | 'person';

/** A word or sign of a text, with where it stands. */
export interface Token {
  readonly kind: TokenKind;
  /** In lower case, spelled out; of what is quoted, the text between the quotes. */
  readonly word: string;
  /** As it was typed. */
  readonly raw: string;
  readonly at: number;
  readonly end: number;
}

/** In the order in which they are tried. Each takes a bounded piece, or letters that no other part of it takes. */
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['word', /[A-Za-z]{1,30}(?=[\s?!,;)]|$)/u],
  ['quoted', /["“”„«»＂][^"“”„«»＂\n]{1,300}["“”«»＂]/u],
  ['quoted', /(?<![\p{L}\p{N}])['‘‚‹›][^'‘’‚‹›\n]{1,100}['’‘‹›](?![\p{L}\p{N}])/u],
  ['email', /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/u],
  ['word', /(?:b\/c|w\/o?)(?![\p{L}\p{N}])/u],
  [
    'path',
    /[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}(?::\d{1,5})?(?:\/[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}){1,9}(?::[\p{L}\p{N}][\w.-]{0,99})?/u,
  ],
  ['path', /\p{L}[\p{L}\p{N}-]{0,60}:\d[\w.-]{0,60}/u],
  ['code', /[A-Za-z]{1,10}-(?=[A-Za-z\d]{0,9}\d)[A-Za-z\d]{2,10}(?![\p{L}\p{N}-])/u],
  ['code', /[A-Z\d]{2,6}-(?=[A-Z\d]{0,9}\d)[A-Z\d]{2,6}(?![\p{L}\p{N}-])/u],
  ['code', /(?<![\p{L}\p{N}])[A-Z]{1,3}\d{3}[A-Z\d]{3,14}(?![\p{L}\p{N}])/u],
  ['number', /\d+(?:[.,:/-]\d+){0,5}(?:[\p{L}-][\p{L}\d.-]{0,20})?/u],
  ['word', /\p{L}[\p{L}\p{M}\p{N}_]*(?:[-&][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*(?:['’]\p{L}{1,3})?/u],
  ['emoji', /\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d)*/u],
  ['mark', /[^\s\p{M}]/u],
];

const TOKEN = new RegExp(PATTERNS.map(([, { source }]) => `(${source})`).join('|'), 'gu');
const PERSON = /[\ufdd0-\ufdef]/;

/** Takes a text apart. Short forms are spelled out: the tokens of one share their place. */
export const tokensOf = (text: string, words: Pick<PhraseWords, 'short'>): readonly Token[] => {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [raw] = match;
    let pattern = 0;
    while (match[pattern + 1] === undefined) pattern += 1;
    const kind = PERSON.test(raw) ? 'person' : (PATTERNS[pattern]?.[0] ?? 'mark');
    const [at, end] = [match.index, match.index + raw.length];
    if (kind !== 'word')
      tokens.push({ kind, word: kind === 'quoted' ? raw.slice(1, -1).trim() : folded(raw), raw, at, end });
    else for (const word of spelledOut(folded(raw), words)) tokens.push({ kind, word, raw, at, end });
  }
  return tokens;
};

const folded = (raw: string): string => raw.normalize('NFKC').toLowerCase().replaceAll('’', "'");

const spelledOut = (word: string, { short }: Pick<PhraseWords, 'short'>): readonly string[] => {
  const full = Object.hasOwn(short, word) ? short[word] : undefined;
  if (full !== undefined) return full.split(' ');
  const apostrophe = word.indexOf("'");
  return [apostrophe > 0 ? word.slice(0, apostrophe) : word];
};
