import { z } from 'zod';
import type { Form, FormEnd } from '#bot/commands/registry.ts';
import { formPage } from '#features/form-fields.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { type Field, type FormPage, LONGEST_INPUT } from '#teams/cards/form.ts';
import { formatProblems, LONGEST, parseImport } from '../glossary/import-terms.ts';
import { ADD_FORM, IMPORT_FORM, readLanguage } from '../glossary/read-term.ts';
import { glossariesOf } from '../glossary/term-store.ts';
import { requireEditor } from '../policy.ts';
import type { Asker } from '../translation.ts';
import { addTermsHere } from './glossary-commands.ts';

/** The last questions and the frame of both forms. */
export const pageOf = (
  name: 'add' | 'import',
  fields: readonly Field[],
  where: Pick<Asker, 'conversationId' | 'teamId'>,
  words: Words,
): FormPage =>
  formPage(words, {
    title: words.markdown(`translation.glossary.${name}.title`),
    intro: words.markdown(`translation.glossary.${name}.intro`),
    fields: [...fields, ...whereField(where, words)],
    submit: words.plain(`translation.glossary.${name}.submit`),
  });

/** A field by its texts. */
const fieldOf = (
  words: Words,
  id: TextName<'translation.glossary.field'>,
  kind: Field['kind'],
  schema: Field['schema'],
): Field => ({
  id,
  kind,
  schema,
  required: true,
  label: words.plain(`translation.glossary.field.${id}`),
  missing: words.plain('translation.glossary.problem.missing'),
  placeholder: words.plain(`translation.glossary.example.${id}`),
});

const short = (words: Words, max: number) => z.string().max(max, words.plain('bot.form.tooLong', { max }));

const termField = (words: Words): Field => fieldOf(words, 'term', 'text', short(words, LONGEST.phrase));

const translationField = (words: Words): Field =>
  fieldOf(words, 'translation', 'text', short(words, LONGEST.translation));

const linesField = (words: Words): Field => ({
  ...fieldOf(words, 'terms', 'lines', short(words, LONGEST_INPUT)),
  longest: LONGEST_INPUT,
});

const intoField = (words: Words): Field => {
  const error = words.plain('translation.glossary.problem.language');
  const isLanguage = z.string().refine((said) => readLanguage(said, words.locale) !== undefined, { error });
  return { ...fieldOf(words, 'into', 'text', isLanguage), hint: words.markdown('translation.glossary.hint.into') };
};

/** Left out if the first line of the pasted text says it. */
const columnsField = (words: Words): Field => ({
  ...intoField(words),
  required: false,
  hint: words.markdown('translation.glossary.hint.intoColumns'),
});

const whereField = (where: Pick<Asker, 'conversationId' | 'teamId'>, words: Words): readonly Field[] => {
  const spots = glossariesOf(where);
  if (spots.length < 2) return [];
  const known = z.enum(['team', 'channel'], words.plain('translation.glossary.problem.where'));
  const choices = spots.toReversed().map(({ scope }) => ({
    title: words.plain(`translation.glossary.holds.${scope}`),
    value: scope,
  }));
  return [{ ...fieldOf(words, 'where', 'choice', known), choices, preset: 'team' }];
};

/** One term: its phrase, its translation, the languages, and its glossary. */
export const addForm: Form = {
  name: ADD_FORM,
  atOnce: true,
  pages: [
    async ({ turn, services }) => {
      requireEditor(services.policy.current(), turn);
      const { words, where } = turn;
      return pageOf('add', [termField(words), translationField(words), intoField(words)], where, words);
    },
  ],
  submit({ answers, turn, services }) {
    const { term = '', translation = '', into = '', of = 'all', where } = answers;
    const languageOf = (said: string): string => readLanguage(said, turn.words.locale) ?? '';
    const written = {
      phrase: oneLine(term),
      translation: oneLine(translation),
      source: languageOf(of),
      target: languageOf(into),
    };
    return addTermsHere(turn, services, where, [written]);
  },
};

/** Many terms at once, one on each line; nothing is imported before every line is valid. */
export const importForm: Form = {
  name: IMPORT_FORM,
  atOnce: true,
  pages: [
    async ({ turn, services }) => {
      requireEditor(services.policy.current(), turn);
      return pageOf('import', [linesField(turn.words), columnsField(turn.words)], turn.where, turn.words);
    },
  ],
  async submit({ answers, turn, services }): Promise<FormEnd> {
    const { words } = turn;
    const wrong = (errors: Readonly<Record<string, string>>): FormEnd => ({ kind: 'wrong', errors });
    const read = parseImport(answers, words.locale);
    if (read.is === 'terms') return addTermsHere(turn, services, answers.where, read.terms);
    if (read.is === 'wrong') return wrong({ terms: formatProblems(read.lines, words) });
    return read.is === 'empty'
      ? wrong({ terms: words.plain('translation.glossary.problem.noLines') })
      : wrong({ into: words.plain('translation.glossary.problem.whichLanguage') });
  },
};
