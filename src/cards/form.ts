import { z } from 'zod';
import { type Markdown, NO_TEXT } from '../lib/text.ts';
import { type CardJson, defineCard } from './define-card.ts';
import { type Fact, fact, markdown, measured } from './view.ts';

export interface Choice {
  readonly title: string;
  readonly value: string;
}

/** One question of a form, as data. Answers are the text that a person typed or chose. */
export interface Field {
  readonly id: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'choice';
  readonly required: boolean;
  /** Text in, whatever the form needs out; the first issue's message is shown beside the field. */
  readonly schema: z.ZodType<unknown, string>;
  /** Said by the client itself when a required field is left empty. */
  readonly missing: string;
  readonly placeholder?: string;
  readonly hint?: Markdown;
  readonly choices?: readonly Choice[];
  /** The choice that a typed text means which is not its title: undefined for none. */
  readonly read?: (text: string) => string | undefined;
  /** Letters that its input takes; what its kind takes when absent, and never more than `LONGEST_INPUT`. */
  readonly longest?: number;
  /** What the field holds when nothing was typed yet. */
  readonly preset?: string;
}

/** What one page of a form shows: a few words, what to know before answering, the questions, the button. */
export interface FormPage {
  readonly title: Markdown;
  readonly intro: Markdown;
  readonly facts: readonly Fact[];
  readonly fields: readonly Field[];
  readonly submit: string;
  readonly cancel: string;
  /** This page only asks once more whether all is right: title of the button that leads back to the questions. */
  readonly back?: string;
}

/** Letters of one answer: what the inputs of the templates take, and a form full of them fits on its card. */
export const LONGEST_ANSWER = 1_000;
/** Letters of an answer on one line. */
const LONGEST_LINE = 200;
/** What is kept of a longer one, so that whoever wrote it can shorten it. */
export const LONGEST_INPUT = 4_000;

export type Answers = Readonly<Record<string, string>>;
export type FieldErrors = Readonly<Record<string, string>>;

/** What a template binds for one field; also used where a card carries inputs of its own. */
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

/** The field with what was typed, or its preset, and what is wrong with it. */
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

/** Under this name the button of a page that asks once more brings back what was shown there. */
export const ONCE_MORE = 'once-more';

/** What a page says beyond its questions. */
export interface FormFrame {
  /** What a press on this page brings back under `ONCE_MORE`; absent where the page has questions. */
  readonly mark?: string | undefined;
  readonly errors: FieldErrors;
  /** A line above the fields when a whole page is refused. */
  readonly problem?: string | undefined;
  /** Title of the button that shows the form in a dialog; absent where none is offered. */
  readonly window?: string | undefined;
}

/**
 * Draws a page with everything typed so far.
 * @param open the form's name and the opaque id of this filling, which a submission must bring back
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
