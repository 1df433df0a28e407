import { z } from 'zod';
import { type Markdown, NO_TEXT } from '../lib/text.ts';
import { type CardJson, defineCard } from './define-card.ts';
import { type Fact, fact, markdown, measured } from './view.ts';

export interface Choice {
  readonly title: string;
  readonly value: string;
}

/** One question of a form, as data. Answers are texts, typed or chosen. */
export interface Field {
  readonly id: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'choice';
  readonly required: boolean;
  /** Parses the answer for the form; the first issue's message is shown at the field. */
  readonly schema: z.ZodType<unknown, string>;
  /** Shown by the client itself when a required field is empty. */
  readonly missing: string;
  readonly placeholder?: string;
  readonly hint?: Markdown;
  readonly choices?: readonly Choice[];
  /** The choice for a typed text that is not its title; undefined for none. */
  readonly read?: (text: string) => string | undefined;
  /** The most characters of its input; its kind's limit when absent, and never more than `LONGEST_INPUT`. */
  readonly longest?: number;
  /** The value of the field before anything was typed. */
  readonly preset?: string;
}

/** One page of a form: a title, an introduction, the questions, the button. */
export interface FormPage {
  readonly title: Markdown;
  readonly intro: Markdown;
  readonly facts: readonly Fact[];
  readonly fields: readonly Field[];
  readonly submit: string;
  readonly cancel: string;
  /** Only on a confirmation page: the title of the button that leads back to the questions. */
  readonly back?: string;
}

/** The most characters of one answer: the limit of the templates' inputs, so that a full form fits on its card. */
export const LONGEST_ANSWER = 1_000;
/** The most characters of an answer on one line. */
const LONGEST_LINE = 200;
/** The most that is kept of a longer answer, so that its author can shorten it. */
export const LONGEST_INPUT = 4_000;

export type Answers = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string>>;

/** A template's view of one field; also for cards with inputs of their own. */
export const fieldView = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.string(),
  required: z.boolean(),
  missing: z.string(),
  placeholder: z.string(),
  hint: markdown,
  value: z.string(),
  error: z.string(),
  longest: z.number(),
  choices: z.array(z.object({ title: z.string(), value: z.string() })),
});
export type FieldView = z.infer<typeof fieldView>;

const formView = z.object({
  title: markdown,
  intro: markdown,
  facts: z.array(fact),
  fields: z.array(fieldView),
  submit: z.string(),
  cancel: z.string(),
  back: z.string(),
  form: z.string(),
  name: z.string(),
  mark: z.string(),
  problem: z.string(),
  window: z.string(),
});

export const formCard = defineCard('shared/form.json', formView);

/** The field with its answer, or its preset, and its error. */
export const toFieldView = (field: Field, answers: Answers = {}, errors: FieldErrors = {}): FieldView => ({
  id: field.id,
  label: field.label,
  kind: field.kind,
  required: field.required,
  missing: field.missing,
  placeholder: field.placeholder ?? '',
  hint: field.hint ?? NO_TEXT,
  value: answers[field.id] ?? field.preset ?? '',
  error: errors[field.id] ?? '',
  longest: field.longest ?? (field.kind === 'lines' ? LONGEST_ANSWER : LONGEST_LINE),
  choices: (field.choices ?? []).map(({ title, value }) => ({ title, value })),
});

/** The name under which the confirmation page's button returns the mark of its content. */
export const ONCE_MORE = 'once-more';

/** The parts of a page besides its questions. */
export interface FormFrame {
  /** The mark that a press returns under `ONCE_MORE`; absent if the page has questions. */
  readonly mark?: string | undefined;
  readonly errors: FieldErrors;
  /** An error above the fields, for the whole page. */
  readonly problem?: string | undefined;
  /** Title of the button that opens the form in a dialog; absent if there is none. */
  readonly window?: string | undefined;
}

/**
 * Renders a page with the answers so far.
 * @param open the form's name and the opaque id of this submission, which the submitted data must contain
 */
export const renderForm = (
  open: { readonly form: string; readonly id: string; readonly answers: Answers },
  page: FormPage,
  { errors, mark = '', problem = '', window = '' }: FormFrame,
): CardJson =>
  formCard.render({
    title: page.title,
    intro: page.intro,
    facts: measured(page.facts),
    fields: page.fields.map((field) => toFieldView(field, open.answers, errors)),
    submit: page.submit,
    cancel: page.cancel,
    back: page.back ?? '',
    form: open.id,
    name: open.form,
    mark,
    problem,
    window,
  });

/** Checks the answers of one page; an unanswered required field counts as wrong. */
export const checkFields = (fields: readonly Field[], answers: Answers): FieldErrors => {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const text = (answers[field.id] ?? '').trim();
    if (text === '') {
      if (field.required) errors[field.id] = field.missing;
      continue;
    }
    const result = field.schema.safeParse(text);
    if (!result.success) errors[field.id] = result.error.issues[0]?.message ?? field.missing;
  }
  return errors;
};
