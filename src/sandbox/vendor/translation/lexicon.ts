import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from './languages.ts';
import { type Part, readTemplate, sentenceKey, templateText } from './template.ts';

/** What is known of one language. A concept is named by its English text. */
export interface Lexicon {
  /** Frequent sentences, whose translation is canned. */
  readonly frequent: Phrases;
  readonly sentences: Phrases;
  readonly templates: ReadonlyMap<string, readonly Part[]>;
  /** Words, and parts of sentences that stand in one piece. */
  readonly words: Phrases;
  /** How characters are read in Latin letters, where no rule tells. */
  readonly readings: ReadonlyMap<string, string>;
}

export interface Phrases {
  /** Concepts by the phrase in lower case. */
  readonly concepts: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

type Section = Readonly<Record<string, string>>;

interface Written {
  readonly frequent: Section;
  readonly sentences: Section;
  readonly words: Section;
  readonly readings?: Section;
}

/** Words that the service counts as profane, by their concepts. */
export const profane: ReadonlySet<string> = new Set(['jackass', 'damn']);

const read = (code: string): Written =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'lexicon', `${code}.json`), 'utf8')) as Written;

const itself = (section: Section): Section => Object.fromEntries(Object.keys(section).map((text) => [text, text]));

/** English is what the concepts are named by, so it has no file. */
const readEnglish = (): Written => {
  const { frequent, sentences, words } = read('de');
  return { frequent: itself(frequent), sentences: itself(sentences), words: itself(words) };
};

/** The first phrase keeps its concept where two concepts share one. */
const phrases = (entries: readonly (readonly [string, string])[], key: (text: string) => string): Phrases => ({
  concepts: new Map(entries.map(([concept, text]) => [key(text), concept] as const).reverse()),
  texts: new Map(entries),
});

const build = ({ frequent, sentences, words, readings = {} }: Written): Lexicon => {
  const templates = new Map(Object.entries(sentences).map(([concept, text]) => [concept, readTemplate(text)]));
  const whole = [...templates].map(([concept, parts]) => [concept, templateText(parts)] as const);
  const parts = [...templates].flatMap(([concept, template]) => singleParts(concept, template));
  return {
    frequent: phrases(Object.entries(frequent), sentenceKey),
    sentences: phrases(whole, sentenceKey),
    templates,
    words: phrases([...Object.entries(words), ...parts], (text) => text.toLowerCase()),
    readings: new Map(Object.entries(readings)),
  };
};

/** Concepts of parts are named by their sentence and their number. */
const singleParts = (concept: string, template: readonly Part[]): (readonly [string, string])[] =>
  template
    .filter(({ chunk }) => chunk !== undefined && template.filter((part) => part.chunk === chunk).length === 1)
    .map(({ text, chunk }) => [`${chunk} ${concept}`, text] as const);

const lexicons = new Map<string, Lexicon>();

/** @param code of a language of the translation scope */
export const lexiconOf = (code: string): Lexicon => {
  const known = lexicons.get(code) ?? build(code === 'en' ? readEnglish() : read(code));
  lexicons.set(code, known);
  return known;
};

/** Every text of a language, whole sentences first. */
export const textsOf = (code: string): readonly string[] => {
  const { frequent, sentences, words } = lexiconOf(code);
  return [frequent, sentences, words].flatMap(({ texts }) => [...texts.values()]);
};

/** Lexicons by the languages' codes, for those who look through all of them. */
export const allLexicons = (): readonly (readonly [string, Lexicon])[] =>
  languages.map(({ code }) => [code, lexiconOf(code)]);
