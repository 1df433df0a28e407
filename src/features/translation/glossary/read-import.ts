import type { Answers } from '../../../cards/form.ts';
import type { Words } from '../../../texts/texts.ts';
import { readLanguage } from './draft.ts';
import { LONGEST, readLines, type WrongLine } from './read-lines.ts';
import type { WrittenTerm } from './term-rows.ts';

/** What a paste comes to: all of its terms, or what is wrong with it. */
export type Import =
  | { readonly is: 'terms'; readonly terms: readonly WrittenTerm[] }
  | { readonly is: 'wrong'; readonly lines: readonly WrongLine[] }
  | { readonly is: 'noLanguage' | 'empty' };

/** @param answers of the form: `terms`, `into`, and `of` where they are of one language only */
export const readImport = ({ terms: pasted = '', into = '', of = 'all' }: Answers, locale: string): Import => {
  const languageOf = (name: string): string | undefined => readLanguage(name, locale);
  const target = languageOf(into);
  const languages = { source: languageOf(of) ?? '', target: target ?? '' };
  const { terms, wrong, headed } = readLines(pasted, languages, languageOf);
  if (!headed && target === undefined) return { is: 'noLanguage' };
  if (wrong.length > 0) return { is: 'wrong', lines: wrong };
  return terms.length === 0 ? { is: 'empty' } : { is: 'terms', terms };
};

const MOST_TOLD = 5;

/** Which lines are wrong, and why; of many the first few. */
export const sayWrong = (lines: readonly WrongLine[], words: Words): string => {
  const told = lines
    .slice(0, MOST_TOLD)
    .map(({ line, fault, said }) => words.plain(`translation.glossary.wrong.${fault}`, { line, said, ...LONGEST }));
  const more = lines.length - told.length;
  return [...told, ...(more > 0 ? [words.plain('translation.glossary.wrong.more', { more })] : [])].join(' ');
};
