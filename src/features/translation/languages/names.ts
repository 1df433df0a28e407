import { createLru } from '#platform/lib/cache.ts';
import { editDistance, normalise } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { Order, Result, Target } from '../translation.ts';

/**
 * The language codes for translation, from the Translator's public list; the policy says which of them people can choose. The
 * vendor refuses a removed language with 400036 or 400035, which have their own texts.
 */
export const languageCodes: readonly string[] = [
  ...'af,sq,am,ar,hy,as,az,bn,ba,eu,bho,brx,bs,bg,yue,ca,hne,lzh,zh-Hans,zh-Hant,sn,hr,cs,da,prs,dv,doi'.split(','),
  ...'nl,en,et,fo,fj,fil,fi,fr,fr-ca,gl,ka,de,el,gu,ht,ha,he,hi,mww,hu,is,ig,id,ikt,iu,iu-Latn,ga,it,ja'.split(','),
  ...'kn,ks,kk,km,rw,tlh-Latn,gom,ko,ku,kmr,ky,lo,lv,lt,ln,dsb,lug,mk,mai,mg,ms,ml,mt,mni,mi,mr,mn-Cyrl'.split(','),
  ...'mn-Mong,my,ne,nb,nya,or,ps,fa,pl,pt,pt-pt,pa,otq,ro,run,ru,sm,sr-Cyrl,sr-Latn,st,nso,tn,sd,si,sk'.split(','),
  ...'sl,so,es,sw,sv,ty,ta,tt,te,th,bo,ti,to,tr,tk,uk,hsb,ur,ug,uz,vi,cy,xh,yo,yua,zu'.split(','),
];

/** In the reader's own language, as in "German". */
export const languageName = (code: string, locale: string): string => {
  const name = namesIn(locale).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

export const scriptName = (script: string, locale: string): string => scriptsIn(locale).of(script) ?? script;

const SCRIPTS = 'Latn,Cyrl,Arab,Deva,Hans,Hant,Jpan,Kore,Hebr,Grek,Thai,Beng,Gujr,Guru,Knda,Mlym,Orya,Taml,Telu'.split(
  ',',
);

/** The script with a name in English or the reader's language, or with a code. */
export const scriptNamed = (name: string, locale: string): string | undefined =>
  SCRIPTS.find((script) =>
    [script, scriptName(script, 'en'), scriptName(script, locale)].some(
      (known) => normalise(known) === normalise(name),
    ),
  );

/** A language's usual script. */
export const scriptOf = (code: string): string | undefined => likely(code).script;

/** Whether readers of one language need no translation from the other: language, usual script and region are equal. */
export const sameLanguage = (one: string, other: string): boolean =>
  one === other || likely(one).tag === likely(other).tag;

/** Whether readers of the target can read a text in this language: also in the script, if the target has one. */
export const isReadIn = (language: string, target: Target): boolean =>
  sameLanguage(language, target.language) &&
  (target.script === undefined || target.script === scriptOf(target.language));

interface Likely {
  /** The whole code, with script and region. */
  readonly tag: string;
  readonly script: string | undefined;
}

/** Cached: there are few codes, and each is looked up for each block and each language. */
const recent = createLru<Likely>(500);

const likely = (code: string): Likely =>
  recent(code, () => {
    try {
      const locale = new Intl.Locale(code).maximize();
      return { tag: locale.toString(), script: locale.script };
    } catch {
      return { tag: code.toLowerCase(), script: undefined };
    }
  });

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

/** Names of languages that Unicode does not have. */
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

/** Codes by every normalised name that a person may type: the code, and names in English, the language itself and the reader's. */
const codesByName = cached((locale): ReadonlyMap<string, string> => {
  const codes = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    const key = normalise(name ?? '');
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
  // "Chinese" alone means its first variant.
  for (const code of languageCodes) {
    const base = code.split('-')[0] ?? code;
    for (const tag of ['en', base, locale]) add(namesIn(tag).of(base), code);
    add(base, code);
  }
  return codes;
});

/** The language with a name in any spelling, or with a code of the Translator or of a system (zh-TW, pt_BR) in any case. */
export const codeOf = (name: string, locale: string): string | undefined =>
  codesByName(locale).get(normalise(name)) ?? codeOfTag(name.trim());

/** Language, script and region as systems write them; `iw` is the old code of Hebrew. */
const TAG = /^(?:[a-z]{2,3}(?:[-_][a-z]{4})?[-_](?:[a-z]{2}|\d{3})|[a-z]{2,3}[-_][a-z]{4}|iw)$/i;
/** English words that look like locales in small letters: "to-do" is no Tongan. */
const WORDS = /^(?:(?:am|an|as|be|ha|my|no|or|so|to)[-_]|it[-_](?!it)|is[-_](?!is)|hi[-_](?!in)|id[-_](?!id))[a-z]{2}$/;

const codeOfTag = (name: string): string | undefined =>
  TAG.test(name) && !WORDS.test(name) ? codeForLocale(name.replaceAll('_', '-')) : undefined;

/** Names that a person may have meant, in English and the reader's language. */
const allNames = (locale: string): Iterable<string> => codesByName(locale).keys();

/** The translator's language for a person's locale, such as `pt-BR`, or for a tag of the vendor. */
export const codeForLocale = (locale: string): string | undefined => {
  const exact = languageCodes.find((code) => code.toLowerCase() === locale.toLowerCase());
  if (exact !== undefined) return exact;
  const { language, script } = new Intl.Locale(locale).maximize();
  const alike = languageCodes.filter((code) => new Intl.Locale(code).language === language);
  return alike.find((code) => scriptOf(code) === script) ?? alike[0] ?? (language === 'no' ? 'nb' : undefined);
};

/** A parsed list of languages. */
interface FoundLanguages {
  /** Codes, in order, each once. */
  readonly codes: readonly string[];
  /** Unknown languages, as typed. */
  readonly unknown: readonly string[];
}

/** "german, french and japanese", "de fr", "Deutsch & 日本語": names and codes in any spelling. */
export const findLanguages = (typed: string, locale: string): FoundLanguages => {
  const codes: string[] = [];
  const unknown: string[] = [];
  for (const part of typed.split(BETWEEN).filter((text) => text.trim() !== '')) {
    const { found, rest } = leading(part, locale);
    codes.push(...found);
    if (rest !== '') unknown.push(rest);
  }
  return { codes: [...new Set(codes)], unknown };
};

const BETWEEN = /[,;/&+、，]|\s(?:and|und|et|y|e|och|og|en)\s/i;

/** The languages at the beginning of a text, the longest names first, and the rest. */
export const leading = (
  words: string,
  locale: string,
): { readonly found: readonly string[]; readonly rest: string; readonly length: number } => {
  const found: string[] = [];
  let at = 0;
  for (;;) {
    const next = longestName(words.slice(at), locale);
    if (!next) break;
    found.push(next.code);
    at += next.length;
  }
  return { found, rest: words.slice(at).trim(), length: at };
};

/** The most words and characters of a language's name, as in "Chinese (Literary)". */
const MOST_WORDS = 4;
const LONGEST_NAME = 160;

const longestName = (text: string, locale: string): { readonly code: string; readonly length: number } | undefined => {
  const ends = [...text.slice(0, LONGEST_NAME).matchAll(/\S+/g)]
    .slice(0, MOST_WORDS)
    .map(({ 0: word, index }) => index + word.length);
  for (const length of ends.reverse()) {
    const code = codeOf(text.slice(0, length), locale);
    if (code !== undefined) return { code, length };
  }
  return undefined;
};

/** The name that was probably meant. */
export const nearestLanguage = (typed: string, locale: string): string | undefined => {
  const word = normalise(typed).slice(0, 40);
  if (word.length < 4) return undefined;
  const near = [...allNames(locale)]
    .filter((name) => name.length > 3 && Math.abs(name.length - word.length) <= 2)
    .map((name) => ({ name, far: editDistance(word, name) }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far)[0];
  return near && codeOf(near.name, locale);
};

/** "German and Japanese (Latin)", in the reader's language. */
export const listOf = (targets: readonly Target[], words: Words): string =>
  listed(
    targets.map((target) => targetName(target, words)),
    words,
  );

const targetName = ({ language, script }: Target, words: Words): string => {
  const name = languageName(language, words.formatLocale);
  return script === undefined ? name : `${name} (${scriptName(script, words.formatLocale)})`;
};

/** The detected languages of a message, or the given one. */
export const sourcesOf = ({ sources }: Result, { from }: Order, words: Words): string => {
  const codes = sources.length > 0 ? sources.map(({ language }) => language) : from === undefined ? [] : [from];
  return listed(
    codes.map((code) => languageName(code, words.formatLocale)),
    words,
  );
};

/** Whether a language is written from right to left. */
export const isRightToLeft = (code: string): boolean => RIGHT_TO_LEFT.has(scriptOf(code) ?? '');

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']);
