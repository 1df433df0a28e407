import { sentencesIn } from './sentences.ts';

/** A language of the translation scope. */
export interface Language {
  readonly code: string;
  /** The usual script first. */
  readonly scripts: readonly [string, ...string[]];
  /** Words are separated by spaces. */
  readonly spaced: boolean;
}

const language = (code: string, scripts: readonly [string, ...string[]], spaced = true): Language => ({
  code,
  scripts,
  spaced,
});

export const english = language('en', ['Latn']);

export const languages: readonly Language[] = [
  english,
  language('de', ['Latn']),
  language('fr', ['Latn']),
  language('ja', ['Jpan', 'Latn'], false),
  language('pt', ['Latn']),
  language('es', ['Latn']),
  language('it', ['Latn']),
  language('ko', ['Kore', 'Latn']),
  language('zh-Hans', ['Hans', 'Latn'], false),
  language('zh-Hant', ['Hant', 'Latn'], false),
  language('ar', ['Arab', 'Latn']),
  language('sr-Cyrl', ['Cyrl', 'Latn']),
];

/** The language of a code in any case. */
export const findLanguage = (code: string): Language | undefined =>
  languages.find((known) => known.code.toLowerCase() === code.toLowerCase());

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** True for the code of any existing language, in the translation scope or not. */
export const isLanguageCode = (code: string): boolean => {
  try {
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
};

const scriptNames = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });

/** True for the code of an existing script. */
export const isScriptCode = (code: string): boolean => {
  try {
    return scriptNames.of(code) !== undefined;
  } catch {
    return false;
  }
};

/** Languages without an alignment with English: Traditional Chinese, Traditional Cantonese, Serbian (Cyrillic). */
const NOT_WITH_ENGLISH: ReadonlySet<string> = new Set(['zh-Hant', 'yue', 'sr-Cyrl']);
const OTHER_PAIRS: ReadonlySet<string> = new Set(['ja ko', 'ja zh-Hans', 'zh-Hans zh-Hant']);

/** The language pairs with an alignment (docs/sources.md, Translator), by their documented codes. */
export const canAlign = (from: string, to: string): boolean => {
  if (from === to) return false;
  if (from === 'en' || to === 'en') return !NOT_WITH_ENGLISH.has(from === 'en' ? to : from);
  return OTHER_PAIRS.has([from, to].sort().join(' '));
};

interface Detected {
  readonly language: string;
  /** From 0 to 1, with two decimals. */
  readonly score: number;
}

/** Words of every longer text of the language. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'the and is are was to of in on for with this that it we you not have be at from will can please',
  de: 'der die das und ist sind war zu von im auf für mit dies dass es wir sie nicht haben ein eine den bitte kann',
  fr: 'le la les et est sont de du des un une pour avec ce que il nous vous pas dans sur au être peut',
  pt: 'o a os as e é são de do da um uma para com isto que ele nós você não em no na pode está',
  es: 'el la los las y es son de del un una para con esto que él nosotros usted no en al puede está',
  it: 'il lo la i gli le e è sono di del della un una per con questo che noi voi non in nel può',
};

/** Scripts of a single language of the scope; kana before Han, which Chinese shares. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Cyrillic}/gu, 'sr-Cyrl'],
];
const HAN = /\p{Script=Han}/gu;
/** Frequent characters that differ in Simplified Chinese. */
const TRADITIONAL = /[們個這說國時來對過發經會後學業點單為無還請權與應帳付確認環從閘資誰謝]/u;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;

/** The language of a text, with a higher score for a longer text. Undefined for a text without a hint. */
export const detectLanguage = (text: string): Detected | undefined => {
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  for (const [script, language] of SCRIPTS) {
    const found = (text.match(script) ?? []).length;
    if (found > 0 && found * 5 >= letters) return { language, score: scoreOf(letters) };
  }
  const han = (text.match(HAN) ?? []).length;
  if (han * 2 > letters) return { language: TRADITIONAL.test(text) ? 'zh-Hant' : 'zh-Hans', score: scoreOf(letters) };
  return detectLatin((text.match(WORD) ?? []).map((word) => word.toLowerCase().replaceAll('’', "'")));
};

const rounded = (score: number): number => Math.round(score * 100) / 100;
const scoreOf = (letters: number): number => rounded(1 - 1 / (letters + 1));

const vocabularies = Object.entries(FUNCTION_WORDS).map(([code, words]) => ({
  code,
  vocabulary: new Set([
    ...words.split(' '),
    ...sentencesIn(code).flatMap((text) => text.toLowerCase().match(WORD) ?? []),
  ]),
}));

const detectLatin = (words: readonly string[]): Detected | undefined => {
  const counts = vocabularies.map(({ code, vocabulary }) => ({
    code,
    found: words.filter((word) => vocabulary.has(word)).length,
  }));
  const best = counts.reduce((most, one) => (one.found > most.found ? one : most));
  return best.found === 0 ? undefined : { language: best.code, score: rounded(best.found / (words.length + 1)) };
};
