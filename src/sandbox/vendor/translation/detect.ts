import { allLexicons, lexiconOf, textsOf } from './lexicon.ts';
import { toldInEnglish } from './told.ts';

export interface Detected {
  readonly language: string;
  /** From 0 to 1, with two decimals. */
  readonly score: number;
}

/** Words that every longer text of the language holds, beside those of the lexicon. */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'the and is are was to of in on for with this that it we you not have be at from will can please',
  de: 'der die das und ist sind war zu von im auf für mit dies dass es wir sie nicht haben ein eine den bitte kann',
  fr: 'le la les et est sont de du des un une pour avec ce que il nous vous pas dans sur au être peut',
  pt: 'o a os as e é são de do da um uma para com isto que ele nós você não em no na pode está',
  es: 'el la los las y es son de del un una para con esto que él nosotros usted no en al puede está',
  it: 'il lo la i gli le e è sono di del della un una per con questo che noi voi non in nel può',
};

/** Scripts that one language of the scope is written in alone; kana before Han, which Chinese shares. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Cyrillic}/gu, 'sr-Cyrl'],
];
const HAN = /\p{Script=Han}/gu;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;

/** The language of a text; the longer the text, the surer. Undefined when nothing in it tells. */
export const detectLanguage = (text: string): Detected | undefined => {
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  for (const [script, language] of SCRIPTS) {
    const found = (text.match(script) ?? []).length;
    if (found > 0 && found * 5 >= letters) return { language, score: sure(letters) };
  }
  const han = text.match(HAN) ?? [];
  if (han.length * 2 > letters) return { language: chineseOf(han), score: sure(letters) };
  return latinOf((text.match(WORD) ?? []).map((word) => word.toLowerCase().replaceAll('’', "'")));
};

const rounded = (score: number): number => Math.round(score * 100) / 100;
const sure = (letters: number): number => rounded(1 - 1 / (letters + 1));

const chineseOf = (characters: readonly string[]): string => {
  const [simplified, traditional] = ['zh-Hans', 'zh-Hant'].map((code) => lexiconOf(code).readings);
  const score = characters.map((one) => Number(traditional?.has(one) ?? false) - Number(simplified?.has(one) ?? false));
  return score.reduce((sum, one) => sum + one, 0) > 0 ? 'zh-Hant' : 'zh-Hans';
};

const vocabularies = new Map<string, ReadonlySet<string>>();

const vocabularyOf = (code: string, functionWords: string): ReadonlySet<string> => {
  const known =
    vocabularies.get(code) ??
    new Set([...functionWords.split(' '), ...saidIn(code).flatMap((text) => text.toLowerCase().match(WORD) ?? [])]);
  vocabularies.set(code, known);
  return known;
};

const saidIn = (code: string): readonly string[] => [...textsOf(code), ...(code === 'en' ? toldInEnglish() : [])];

const latinOf = (words: readonly string[]): Detected | undefined => {
  const counts = allLexicons().flatMap(([code]) => {
    const functionWords = FUNCTION_WORDS[code];
    if (functionWords === undefined) return [];
    const vocabulary = vocabularyOf(code, functionWords);
    return [{ code, found: words.filter((word) => vocabulary.has(word)).length }];
  });
  const best = counts.reduce((most, one) => (one.found > most.found ? one : most));
  return best.found === 0 ? undefined : { language: best.code, score: rounded(best.found / (words.length + 1)) };
};
