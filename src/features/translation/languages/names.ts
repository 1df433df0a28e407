import { fold } from '../../../policy/problems/wording.ts';
import { languageCodes } from './codes.ts';

/** In the reader's own language, as in "German". */
export const languageName = (code: string, locale: string): string => {
  const name = namesIn(locale).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

export const scriptName = (script: string, locale: string): string => scriptsIn(locale).of(script) ?? script;

const SCRIPTS = 'Latn,Cyrl,Arab,Deva,Hans,Hant,Jpan,Kore,Hebr,Grek,Thai,Beng,Gujr,Guru,Knda,Mlym,Orya,Taml,Telu'.split(
  ',',
);

/** The script of a name in English or the reader's words, or of its code. */
export const scriptNamed = (name: string, locale: string): string | undefined =>
  SCRIPTS.find((script) =>
    [script, scriptName(script, 'en'), scriptName(script, locale)].some((known) => fold(known) === fold(name)),
  );

/** The script that a language is usually written in. */
export const scriptOf = (code: string): string | undefined => new Intl.Locale(code).maximize().script;

const cached = <V>(make: (locale: string) => V): ((locale: string) => V) => {
  const made = new Map<string, V>();
  return (locale) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
};

const namesIn = cached((locale) => new Intl.DisplayNames(locale, { type: 'language' }));
const longNamesIn = cached(
  (locale) => new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' }),
);
const scriptsIn = cached((locale) => new Intl.DisplayNames(locale, { type: 'script' }));

/** What people call languages besides the names that Unicode has for them. */
const CALLED: Readonly<Record<string, string>> = {
  brazilian: 'pt',
  mandarin: 'zh-Hans',
  chinese: 'zh-Hans',
  norwegian: 'nb',
  norsk: 'nb',
  no: 'nb',
  farsi: 'fa',
  flemish: 'nl',
  tagalog: 'fil',
  serbian: 'sr-Cyrl',
  klingon: 'tlh-Latn',
};

/** Codes by every name that somebody may type, folded: the code, in English, as the language calls itself, in the reader's words. */
const codesByName = cached((locale): ReadonlyMap<string, string> => {
  const codes = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    const key = fold(name ?? '');
    if (key !== '' && !codes.has(key)) codes.set(key, code);
  };
  for (const code of languageCodes) add(code, code);
  for (const [name, code] of Object.entries(CALLED)) add(name, code);
  for (const code of languageCodes) {
    for (const tag of ['en', code, locale]) {
      add(namesIn(tag).of(code), code);
      add(longNamesIn(tag).of(code), code);
    }
  }
  // "Chinese" alone means the first of its kinds.
  for (const code of languageCodes) {
    const base = code.split('-')[0] ?? code;
    for (const tag of ['en', base, locale]) add(namesIn(tag).of(base), code);
    add(base, code);
  }
  return codes;
});

/** The language of a name in any spelling, or of a code in any case. */
export const codeOf = (name: string, locale: string): string | undefined => codesByName(locale).get(fold(name));

/** Names that somebody could have meant, in English and the reader's words. */
export const allNames = (locale: string): Iterable<string> => codesByName(locale).keys();

/** The language of the translation scope for a person's locale, as in `pt-BR`, or for a tag of the vendor. */
export const codeForLocale = (locale: string): string | undefined => {
  const exact = languageCodes.find((code) => code.toLowerCase() === locale.toLowerCase());
  if (exact !== undefined) return exact;
  const { language, script } = new Intl.Locale(locale).maximize();
  const alike = languageCodes.filter((code) => new Intl.Locale(code).language === language);
  return alike.find((code) => scriptOf(code) === script) ?? alike[0] ?? (language === 'no' ? 'nb' : undefined);
};
