import { createHash } from 'node:crypto';
import type { Form, FormContext } from '#bot/commands/registry.ts';
import { oneLine } from '#platform/lib/text.ts';
import {
  type Answers,
  checkFields,
  type Field,
  type FormPage,
  markOfValues,
  SHOWN,
  valuesOf,
} from '#teams/cards/form.ts';
import { matchChoice, matchChoices } from './choice-match.ts';

/** A misspelt answer of a command, and the choice that it was taken for. */
export interface Guess {
  readonly said: string;
  readonly title: string;
}

interface ReadPage {
  readonly page: FormPage;
  readonly answers: Answers;
  readonly guesses: readonly Guess[];
}

/** Builds a page; what a command said of a searchable list becomes the choice that it means. */
export const readPage = async (build: Form['pages'][number], context: FormContext): Promise<ReadPage> => {
  const page = await build(context);
  const found = page.fields.flatMap((field) => adopt(field, context.answers[field.id] ?? ''));
  if (found.length === 0) return { page, answers: context.answers, guesses: [] };
  const answers = { ...context.answers, ...Object.fromEntries(found.map(({ id, value }) => [id, value])) };
  return { page: await build({ ...context, answers }), answers, guesses: found.flatMap(({ guess }) => guess) };
};

const LONGEST_QUOTE = 60;

const adopt = (field: Field, said: string) => {
  if (field.several) return adoptSeveral(field, said);
  const { id, searchable, choices = [] } = field;
  if (!searchable || said.trim() === '' || choices.some(({ value }) => value === said)) return [];
  const match = matchChoice(choices, said);
  if (match.is === 'unclear') return [];
  const { value, title } = match.choice;
  return [{ id, value, guess: match.is === 'near' ? [{ said: oneLine(said, LONGEST_QUOTE), title }] : [] }];
};

/** Only where each name is understood: otherwise the field says which is not. */
const adoptSeveral = ({ id, choices = [] }: Field, said: string) => {
  const isChoice = (one: string): boolean => choices.some(({ value }) => value === one);
  if (said.trim() === '' || valuesOf(said).every(isChoice)) return [];
  const named = matchChoices(choices, said);
  const found = named.flatMap(({ said: name, match }) =>
    match.is === 'unclear' ? [] : [{ name, isNear: match.is === 'near', ...match.choice }],
  );
  if (found.length < named.length) return [];
  const value = [...new Set(found.map((one) => one.value))].join(',');
  const near = found.filter(({ isNear }) => isNear);
  return [{ id, value, guess: near.map(({ name, title }) => ({ said: oneLine(name, LONGEST_QUOTE), title })) }];
};

/** What the fields hold for the person: what they gave, or what is preset. */
export const withPresets = (fields: readonly Field[], answers: Answers): Answers => ({
  ...answers,
  ...Object.fromEntries(
    fields.flatMap(({ id, preset }) => (preset === undefined || answers[id] ? [] : [[id, preset]])),
  ),
});

/** The question that a typed text answers: the first one that is wrong or missing, then the optional ones. */
export const nextField = (
  { fields }: Pick<FormPage, 'fields'>,
  given: Answers,
  skipped: readonly string[],
): Field | undefined => {
  const answers = withPresets(fields, given);
  const errors = checkFields(fields, answers);
  const isOpen = ({ id }: Field): boolean => (answers[id] ?? '').trim() === '' && !skipped.includes(id);
  return fields.find(({ id }) => id in errors) ?? fields.find(isOpen);
};

/** Whether a button of this page brought the name: what was answered since may have changed some of its questions. */
export const isPage = (page: FormPage, name: string): boolean =>
  name === '' ? page.fields.length === 0 : questionsIn(name).some((id) => page.fields.some((field) => field.id === id));

/** The questions that a page's name lists. */
export const questionsIn = (name: string): readonly string[] =>
  name.split(' ').filter((id) => id !== '' && !id.startsWith(SHOWN));

/** Whether the page with this name showed these values; one of an older version does not say. */
export const hasShown = (name: string, values: Answers): boolean =>
  name.split(' ').every((part) => !part.startsWith(SHOWN) || part === markOfValues(values));

/** A hash of what a page shows beside its questions, and of all answers that it does not ask for. */
export const markOf = ({ title, facts, fields }: FormPage, answers: Answers): string => {
  const own = new Set(fields.map(({ id }) => id));
  const given = Object.entries(answers).filter(([id, text]) => text !== '' && !own.has(id));
  return createHash('sha256')
    .update(JSON.stringify([title, facts, given.sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');
};

/** A searchable field on the first page that has it: pages out of reach so far are not built. */
export const searchedField = async (form: Form, id: string, context: FormContext): Promise<Field | undefined> => {
  for (const build of form.pages) {
    const { page, answers } = await readPage(build, context);
    const field = page.fields.find((one) => one.id === id && one.searchable);
    if (field || Object.keys(checkFields(page.fields, answers)).length > 0) return field;
  }
  return undefined;
};
