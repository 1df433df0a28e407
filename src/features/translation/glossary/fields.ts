import { z } from 'zod';
import { type Field, type FormPage, LONGEST_KEPT } from '../../../cards/form.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Asker } from '../order.ts';
import { readLanguage } from './draft.ts';
import { LONGEST } from './read-lines.ts';
import { spotsOf } from './terms.ts';

/** What both forms ask at their end, and how they are framed. */
export const pageOf = (
  name: 'add' | 'import',
  fields: readonly Field[],
  where: Pick<Asker, 'conversationId' | 'teamId'>,
  words: Words,
): FormPage => ({
  title: words.markdown(`translation.glossary.${name}.title`),
  intro: words.markdown(`translation.glossary.${name}.intro`),
  facts: [],
  fields: [...fields, ...whereField(where, words)],
  submit: words.plain(`translation.glossary.${name}.submit`),
  cancel: words.plain('translation.glossary.form.cancel'),
});

/** A field by its texts. */
const fieldOf = (words: Words, id: string, kind: Field['kind'], schema: Field['schema']): Field => ({
  id,
  kind,
  schema,
  required: true,
  label: words.plain(`translation.glossary.field.${id}`),
  missing: words.plain('translation.glossary.problem.missing'),
  placeholder: words.plain(`translation.glossary.example.${id}`),
});

const short = (words: Words, max: number) => z.string().max(max, words.plain('bot.form.tooLong', { max }));

export const termField = (words: Words): Field => fieldOf(words, 'term', 'text', short(words, LONGEST.phrase));

export const translationField = (words: Words): Field =>
  fieldOf(words, 'translation', 'text', short(words, LONGEST.translation));

export const linesField = (words: Words): Field => ({
  ...fieldOf(words, 'terms', 'lines', short(words, LONGEST_KEPT)),
  longest: LONGEST_KEPT,
});

export const intoField = (words: Words): Field => {
  const error = words.plain('translation.glossary.problem.language');
  const isLanguage = z.string().refine((said) => readLanguage(said, words.locale) !== undefined, { error });
  return { ...fieldOf(words, 'into', 'text', isLanguage), hint: words.markdown('translation.glossary.hint.into') };
};

/** Left out where the first line of a paste says it. */
export const columnsField = (words: Words): Field => ({
  ...intoField(words),
  required: false,
  hint: words.markdown('translation.glossary.hint.intoColumns'),
});

const whereField = (where: Pick<Asker, 'conversationId' | 'teamId'>, words: Words): readonly Field[] => {
  const spots = spotsOf(where);
  if (spots.length < 2) return [];
  const known = z.enum(['team', 'channel'], words.plain('translation.glossary.problem.where'));
  const choices = spots.toReversed().map(({ scope }) => ({
    title: words.plain(`translation.glossary.holds.${scope}`),
    value: scope,
  }));
  return [{ ...fieldOf(words, 'where', 'choice', known), choices, preset: 'team' }];
};
