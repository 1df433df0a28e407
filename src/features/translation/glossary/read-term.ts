import { givenAnswers } from '#features/form-fields.ts';
import { unquoted } from '#platform/lib/quotes.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import { codeOf, languageName } from '../languages/names.ts';
import type { Asker } from '../translation.ts';
import { comparable, type GlossaryKey, glossariesOf, type TermRow } from './term-store.ts';

export const ADD_FORM = 'translation.glossary.add.form';
export const IMPORT_FORM = 'translation.glossary.import.form';

/** Mean that a translation is the same in every language, such as a name. */
export const EVERY_LANGUAGE: ReadonlySet<string> = new Set(
  ['all', 'any', 'every'].flatMap((every) => [every, `${every} language`, `${every} languages`]).concat('*'),
);

/** @returns a code, empty for every language; undefined for an unknown language */
export const readLanguage = (said: string, locale: string): string | undefined =>
  EVERY_LANGUAGE.has(normalSpaces(said)) ? '' : codeOf(said, locale);

const normalSpaces = (said: string): string => said.trim().replace(/\s+/g, ' ').toLowerCase();

export const formatLanguage = (code: string, words: Words): string =>
  code === '' ? words.plain('translation.glossary.everyLanguage') : languageName(code, words.locale);

/** Longer than any language with the word before it. */
const LONGEST_CLAUSE = 200;

/** “In”, “to” and “from” may be words of a term: they begin a language where one follows, and nothing else up to the next such word. */
export const BEFORE_LANGUAGE = {
  test: (text: string): boolean =>
    readLanguage(text.slice(0, LONGEST_CLAUSE).split(/\s(?:in|into|to|from|for)\s/i, 1)[0] ?? '', 'en') !== undefined,
};

/** “For” and “in” before a glossary. */
export const BEFORE_SCOPE = /^\s*(?:(?:the|this|our)\s+)?(?:team|channel|chat)(?=\s|:|$)/i;

/** A head line such as “to German for this channel”. */
const HEAD = /^(?:in|into|to|from|for)\s[^=→;\t]*$/i;

/** Pasted lines begin at the end of a head line, or at its colon; without one, at once. */
export const LINES_START = {
  exec: (text: string): { readonly index: number } => {
    const [line = ''] = text.split(/[\r\n]/, 1);
    const head = line.trimEnd().replace(/:$/, '');
    return { index: HEAD.test(head) ? head.length : 0 };
  },
};

/** “Ledger = Hauptbuch”; a name that is the same in every language needs no translation. */
export const readTerm = (text: string, target: string | undefined): Answers => {
  const { index: at = text.length, 0: { length } = '' } = /[\t=→]|->/.exec(text) ?? {};
  const [term, said] = [unquoted(text.slice(0, at)).trim(), unquoted(text.slice(at + length)).trim()];
  const translation = said === '' && readLanguage(target ?? '', 'en') === '' ? term : said;
  return givenAnswers({ term, translation });
};

/** The languages and the glossary that a command names, as answers of the forms. */
export const namedAnswers = ({ language, of, scope }: NamedIn): Answers =>
  givenAnswers({ into: language, of, where: scope && (/team/i.test(scope) ? 'team' : 'channel') });

interface NamedIn {
  readonly language?: string | undefined;
  readonly of?: string | undefined;
  readonly scope?: string | undefined;
}

/** The glossary that is meant: by default the team's, or the chat's if there is no team. */
export const glossaryFor = (
  where: Pick<Asker, 'conversationId' | 'teamId'>,
  said: string | undefined,
): GlossaryKey | undefined => {
  const spots = glossariesOf(where);
  return said === undefined ? spots.at(-1) : spots.find(({ scope }) => scope === said);
};

/** The terms with a phrase, in a language or a glossary if one is named. A phrase may itself end with a language’s name. */
export const findTerms = (
  terms: readonly TermRow[],
  phrase: string,
  named: NamedIn,
  locale: string,
): readonly TermRow[] => {
  const { into, where } = namedAnswers(named);
  const whole = terms.filter(({ phrase_key }) => phrase_key === comparable(`${phrase} in ${into}`));
  if (whole.length > 0) return whole;
  const target = into === undefined ? undefined : readLanguage(into, locale);
  return terms.filter(
    (term) =>
      term.phrase_key === comparable(phrase) &&
      (target === undefined || term.target === target) &&
      (where === undefined || term.scope === where),
  );
};
