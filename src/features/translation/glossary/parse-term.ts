import { unquoted } from '#platform/lib/quotes.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import { codeOf, languageName } from '../languages/names.ts';
import type { Asker } from '../translation.ts';
import { comparable, type GlossaryKey, glossariesOf, type TermRow } from './term-store.ts';

export const ADD_FORM = 'translation.glossary.add.form';
export const IMPORT_FORM = 'translation.glossary.import.form';

/** Means that a translation is the same in every language, such as a name. */
const EVERY = /^(?:\*|(?:all|any|every)(?:\s+languages?)?)$/i;

/** @returns a code, empty for every language; undefined for an unknown language */
export const readLanguage = (said: string, locale: string): string | undefined =>
  EVERY.test(said.trim()) ? '' : codeOf(said, locale);

export const formatLanguage = (code: string, words: Words): string =>
  code === '' ? words.plain('translation.glossary.everyLanguage') : languageName(code, words.locale);

/** The other arguments of a command, as answers of the forms by name. */
const CLAUSES: readonly {
  readonly pattern: RegExp;
  read(said: string, locale: string): Answers | undefined;
}[] = [
  {
    pattern: /^(.*)(?:^|\s)(?:for|in)\s+(?:the\s+|this\s+|our\s+)?(team|channel|chat)\s*:?$/is,
    read: (said) => ({ where: said.toLowerCase() === 'team' ? 'team' : 'channel' }),
  },
  {
    pattern: /^(.*)(?:^|\s)from\s+((?:\S+\s+){0,3}?\S+?)\s*:?$/is,
    read: (said, locale) => (codeOf(said, locale) === undefined ? undefined : { of: said }),
  },
  {
    pattern: /^(.*)(?:^|\s)(?:in|into|to)\s+((?:\S+\s+){0,3}?\S+?)\s*:?$/is,
    read: (said, locale) => (readLanguage(said, locale) === undefined ? undefined : { into: said }),
  },
];

/** Removes “in German”, “from English” and “for this channel” from the end of a line. */
const parseClauses = (line: string, locale: string): { readonly rest: string; readonly answers: Answers } => {
  let [rest, answers]: [string, Answers] = [line.trimEnd(), {}];
  for (;;) {
    const found = CLAUSES.flatMap(({ pattern, read }) => {
      const [whole, before = '', words = ''] = pattern.exec(rest) ?? [];
      const said = whole === undefined ? undefined : read(words, locale);
      return said ? [{ before, said }] : [];
    })[0];
    if (!found) return { rest, answers };
    rest = found.before.trimEnd();
    answers = { ...found.said, ...answers };
  }
};

/** “Ledger = Hauptbuch in German” as answers of the form; a name that is the same in every language needs no translation. */
export const parseTerm = (text: string, locale: string): Answers => {
  const { rest, answers } = parseClauses(text, locale);
  const { index: at = rest.length, 0: { length } = '' } = /[\t=→]|->/.exec(rest) ?? {};
  const [term, said] = [unquoted(rest.slice(0, at)).trim(), unquoted(rest.slice(at + length)).trim()];
  const translation = said === '' && readLanguage(answers.into ?? '', locale) === '' ? term : said;
  const written = Object.entries({ term, translation }).filter(([, words]) => words !== '');
  return { ...Object.fromEntries(written), ...answers };
};

/** Longer than any head line. */
const LONGEST_HEAD = 300;

/** A head line such as “to German for this channel:”, and the lines below it. */
export const parsePaste = (text: string, locale: string): Answers => {
  const [head = '', ...lines] = text.split(/\r\n?|\n/);
  const { rest, answers } = head.length > LONGEST_HEAD ? { rest: head, answers: {} } : parseClauses(head, locale);
  const terms = (rest === '' ? lines : [head, ...lines]).join('\n').trim();
  return { ...(terms === '' ? {} : { terms }), ...(rest === '' ? answers : {}) };
};

/** The glossary that is meant: by default the team's, or the chat's if there is no team. */
export const glossaryFor = (
  where: Pick<Asker, 'conversationId' | 'teamId'>,
  said: string | undefined,
): GlossaryKey | undefined => {
  const spots = glossariesOf(where);
  return said === undefined ? spots.at(-1) : spots.find(({ scope }) => scope === said);
};

/** The terms that a text names: “Ledger”, or “Ledger in German for this channel”. */
export const findTerms = (
  terms: readonly TermRow[],
  said: string,
  locale: string,
): { readonly phrase: string; readonly found: readonly TermRow[] } => {
  // A phrase may itself end with a language's name.
  const whole = terms.filter(({ phrase_key }) => phrase_key === comparable(said));
  if (whole.length > 0) return { phrase: said, found: whole };
  const { rest, answers } = parseClauses(said, locale);
  const target = answers.into === undefined ? undefined : readLanguage(answers.into, locale);
  const found = terms.filter(
    (term) =>
      term.phrase_key === comparable(rest) &&
      (target === undefined || term.target === target) &&
      (answers.where === undefined || term.scope === answers.where),
  );
  return { phrase: rest === '' ? said : rest, found };
};
