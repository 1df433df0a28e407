import { oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import { readLanguage } from './read-term.ts';
import { comparable, type NewTerm } from './term-store.ts';

/** The most characters; the vendor's markup around them counts too. */
export const LONGEST = { phrase: 100, translation: 200 } as const;

/** The problem of a line, by the name of its text. */
export type Fault = 'noTranslation' | 'noPhrase' | 'tooLong' | 'tooMany' | 'twice';

interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly fault: Fault;
  /** The line's text, shortened. */
  readonly said: string;
}

interface ParsedLines {
  readonly terms: readonly NewTerm[];
  readonly wrong: readonly LineProblem[];
  /** The first line has the languages of the columns. */
  readonly headed: boolean;
}

const SEPARATORS = ['\t', '=', '→', ';', ','] as const;
const SHOWN = 40;

/** The cells of a line, split at the first kind of separator in it; in quotes a separator is part of the cell. */
const cellsOf = (line: string): readonly string[] => {
  const bare = line.replace(/"(?:[^"]|"")*"/g, (quoted) => ' '.repeat(quoted.length));
  const separator = SEPARATORS.find((mark) => bare.includes(mark));
  if (separator === undefined) return [tidy(line)];
  const cells: string[] = [];
  let from = 0;
  for (let at = bare.indexOf(separator); at >= 0; at = bare.indexOf(separator, from)) {
    cells.push(tidy(line.slice(from, at)));
    from = at + separator.length;
  }
  return [...cells, tidy(line.slice(from))];
};

const tidy = (cell: string): string => {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return oneLine(quoted === undefined ? cell : quoted.replaceAll('""', '"'), Number.MAX_SAFE_INTEGER);
};

/**
 * Pasted terms, one on each line: `term = translation`, or with a tab, a semicolon or a comma between them. If the first line
 * has languages from its second cell on, each column has its language.
 * @param target code of the language if there are no such columns
 * @param languageOf the code of a language's name
 */
export const parseLines = (
  text: string,
  { source, target }: { readonly source: string; readonly target: string },
  languageOf: (name: string) => string | undefined,
): ParsedLines => {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ line: index + 1, cells: cellsOf(line), said: line }));
  const [first, ...others] = lines.filter(({ said }) => said.trim() !== '');
  const columns = first?.cells.slice(1).map((cell) => languageOf(cell));
  const headed = columns !== undefined && columns.length > 0 && columns.every((code) => code !== undefined);
  const targets = headed ? columns : [target];

  const terms: NewTerm[] = [];
  const wrong: LineProblem[] = [];
  const seen = new Map<string, string>();
  for (const { line, cells, said } of headed ? others : [first, ...others].filter((each) => each !== undefined)) {
    const found = readCells(cells, targets);
    const fault = 'fault' in found ? found.fault : contradiction(found.terms, seen);
    if (fault !== undefined) wrong.push({ line, fault, said: oneLine(said, SHOWN) });
    else if ('terms' in found) terms.push(...found.terms.map((term) => ({ ...term, source })));
  }
  return { terms, wrong, headed };
};

type Cells = { readonly fault: Fault } | { readonly terms: readonly Omit<NewTerm, 'source'>[] };

/** An empty cell among several means no translation for that language, and is valid. */
const readCells = ([phrase = '', ...translations]: readonly string[], targets: readonly string[]): Cells => {
  if (phrase === '') return { fault: 'noPhrase' };
  if (translations.length > targets.length) return { fault: 'tooMany' };
  if (translations.every((translation) => translation === '')) return { fault: 'noTranslation' };
  if (phrase.length > LONGEST.phrase || translations.some(({ length }) => length > LONGEST.translation))
    return { fault: 'tooLong' };
  const terms = translations.map((translation, index) => ({ phrase, translation, target: targets[index] ?? '' }));
  return { terms: terms.filter(({ translation }) => translation !== '') };
};

/** The same phrase with another translation in an earlier line, which is ambiguous. */
const contradiction = (terms: readonly Omit<NewTerm, 'source'>[], seen: Map<string, string>): Fault | undefined => {
  const twice = terms.some(({ phrase, target, translation }) => {
    const before = seen.get(`${target} ${comparable(phrase)}`);
    return before !== undefined && before !== translation;
  });
  if (twice) return 'twice';
  for (const { phrase, target, translation } of terms) seen.set(`${target} ${comparable(phrase)}`, translation);
  return undefined;
};

/** The result of a paste: all of its terms, or its problems. */
export type Import =
  | { readonly is: 'terms'; readonly terms: readonly NewTerm[] }
  | { readonly is: 'wrong'; readonly lines: readonly LineProblem[] }
  | { readonly is: 'noLanguage' | 'empty' };

/** @param answers of the form: `terms`, `into`, and `of` if they are for one language only */
export const parseImport = ({ terms: pasted = '', into = '', of = 'all' }: Answers, locale: string): Import => {
  const languageOf = (name: string): string | undefined => readLanguage(name, locale);
  const target = languageOf(into);
  const languages = { source: languageOf(of) ?? '', target: target ?? '' };
  const { terms, wrong, headed } = parseLines(pasted, languages, languageOf);
  if (!headed && target === undefined) return { is: 'noLanguage' };
  if (wrong.length > 0) return { is: 'wrong', lines: wrong };
  return terms.length === 0 ? { is: 'empty' } : { is: 'terms', terms };
};

const MOST_LISTED = 5;

/** The wrong lines with their problems; of many the first few. */
export const formatProblems = (lines: readonly LineProblem[], words: Words): string => {
  const told = lines
    .slice(0, MOST_LISTED)
    .map(({ line, fault, said }) => words.plain(`translation.glossary.wrong.${fault}`, { line, said, ...LONGEST }));
  const more = lines.length - told.length;
  return [...told, ...(more > 0 ? [words.plain('translation.glossary.wrong.more', { more })] : [])].join(' ');
};
