import { createLru } from '../../lib/lru.ts';

/** What a text tells of its language without asking anybody. */
export interface Seen {
  /** A code of ISO 639-1, with the script where a language has two. */
  readonly language: string;
  /** Certain enough to leave the text as it is for a reader of that language. */
  readonly sure: boolean;
}

/** Beside these live languages that the detector does not know and takes for them (Indonesian, Bosnian, Nynorsk, …). */
const LIKE_OTHERS: ReadonlySet<string> = new Set(['ms', 'hr', 'no', 'tl', 'fa', 'az', 'ku']);
/** Languages whose codes here say no script, though each is written in two. */
const IN_TWO_SCRIPTS: ReadonlySet<string> = new Set(['zh', 'sr']);
const WORD = /\p{L}+/gu;
/** A letter of these says as much as a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Names and a word or two are the same in many languages. */
const FEWEST_WORDS = 4;
const FEWEST_LETTERS = 16;
const FEWEST_DENSE = 6;
/** By so much the best guess must beat the second. */
const MARGIN = 0.025;

/** The language that a text seems to be in; undefined when nothing tells. The detector is loaded at first use. */
export const seeLanguage = async (text: string): Promise<Seen | undefined> => {
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(text);
  if (result.language === '') return undefined;
  const [first = 0, second = 0] = Object.values(result.getScores());
  const alone = !LIKE_OTHERS.has(result.language) && !IN_TWO_SCRIPTS.has(result.language);
  return {
    language: result.language,
    sure: alone && isEnough(text) && first - second >= MARGIN && result.isReliable(),
  };
};

const isEnough = (text: string): boolean => {
  const words = text.match(WORD) ?? [];
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  return (
    (words.length >= FEWEST_WORDS && letters >= FEWEST_LETTERS) || (text.match(DENSE) ?? []).length >= FEWEST_DENSE
  );
};

/** True when what is written in one needs no translation for a reader of the other: language, usual script and region agree. */
export const sameLanguage = (one: string, other: string): boolean =>
  one === other || likely(one).tag === likely(other).tag;

/** The script that a language is written in where nothing is said. */
export const usualScript = (language: string): string | undefined => likely(language).script;

interface Likely {
  /** The whole code, with script and region. */
  readonly tag: string;
  readonly script: string | undefined;
}

/** There are few codes, and each is asked for with each block and each language. */
const recent = createLru<Likely>(500);

const likely = (code: string): Likely => recent(code, () => maximised(code));

const maximised = (code: string): Likely => {
  try {
    const locale = new Intl.Locale(code).maximize();
    return { tag: locale.toString(), script: locale.script };
  } catch {
    return { tag: code.toLowerCase(), script: undefined };
  }
};
