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
