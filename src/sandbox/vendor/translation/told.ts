import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceKey } from './template.ts';

/** What the demo incident says, sentence by sentence: known from English into these, as frequent sentences are. */
const LANGUAGES: readonly string[] = ['de', 'fr', 'ja'];

const read = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'told', `${code}.json`), 'utf8'));

const told = new Map<string, ReadonlyMap<string, string>>();

/** Translations by the English sentences' keys; none for other languages. */
export const toldIn = (code: string): ReadonlyMap<string, string> => {
  const known = told.get(code);
  if (known) return known;
  const written = LANGUAGES.includes(code) ? Object.entries(read(code)) : [];
  const made = new Map(written.map(([english, text]) => [sentenceKey(english), text]));
  told.set(code, made);
  return made;
};

/** All that is told, in English. */
export const toldInEnglish = (): readonly string[] => [...toldIn('de').keys()];
