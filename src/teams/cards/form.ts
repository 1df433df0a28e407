import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { type CardJson, defineCard } from './define-card.ts';
import { type FormLine, type FormPreview, lineView, previewView } from './form-preview.ts';
import { button, type Fact, fact, markdown } from './view.ts';

type ButtonView = z.input<typeof button>;

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
  /** All of them; a card shows the first of a long list and searches for the rest. */
  readonly choices?: readonly Choice[];
  /** Of its choices any number may be chosen: the answer has their values with commas between them. */
  readonly several?: true;
  /** People search the list by typing; of a misspelt word the only near choice is taken, and the form says so. */
  readonly searchable?: true;
  /** Another answer of its page can make it needless: the client does not insist on it. */
  readonly checkedHere?: true;
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
  /** What is known of the request before it is sent; it may have changed since without being shown once more. */
  readonly preview?: FormPreview;
  /** What is sent together, one by one. */
  readonly lines?: readonly FormLine[];
  /** Another form that takes over the answers: its name, and the title of the button that leads to it. */
  readonly other?: { readonly form: string; readonly title: string };
  /** This page has no questions and shows all that will be sent: title of the button that leads back to the questions. */
  readonly back?: string;
}

/** The most characters of one answer: the limit of the templates' inputs, so that a full form fits on its card. */
export const LONGEST_ANSWER = 1_000;
/** The most characters of an answer on one line. */
const LONGEST_LINE = 200;
/** The most that is kept of a longer answer, so that its author can shorten it. */
export const LONGEST_INPUT = 4_000;

export type Answers = Readonly<Record<string, string>>;

/** The values of an answer to a question with several. */
export const valuesOf = (answer = ''): readonly string[] =>
  answer
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

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
  /** Where the client searches for what is not among the choices. */
  dataset: z.string(),
  /** A line above the field that a typed answer goes to, or that was skipped. */
  next: z.string(),
  skipped: z.string(),
});
type FieldView = z.infer<typeof fieldView>;

const formView = z.object({
  title: markdown,
  intro: markdown,
  facts: z.array(fact),
  fields: z.array(fieldView),
  /** One or none. */
  preview: z.array(previewView).default([]),
  lines: z.array(lineView).default([]),
  /** One or none. */
  other: z.array(z.object({ title: z.string(), form: z.string(), name: z.string() })).default([]),
  submit: z.string(),
  cancel: z.string(),
  back: z.string(),
  form: z.string(),
  name: z.string(),
  page: z.string(),
  mark: z.string(),
  problem: z.string(),
  /** Where the problem leads to. */
  leads: z.array(button).default([]),
  window: z.string(),
});

export const formCard = defineCard('shared/form.json', formView);

/** A line above a field. */
export interface FieldMark {
  readonly text: string;
  /** The field that a typed answer goes to stands out. */
  readonly next: boolean;
}

/** Choices that a card holds of a searchable list; Teams shows as many at once. */
const MOST_CHOICES = 15;

/** The field with its value and fault. @param dataset names the list for a client that searches it; any other is shown whole */
export const toFieldView = (
  field: Field,
  answers: Answers = {},
  errors: FieldErrors = {},
  { mark, dataset = '' }: { readonly mark?: FieldMark | undefined; readonly dataset?: string } = {},
): FieldView => {
  const given = answers[field.id] ?? field.preset ?? '';
  const value = shownValue(field, given);
  const { kind, choices } = shownChoices(field, value, dataset);
  return {
    id: field.id,
    label: field.label,
    kind,
    required: field.required,
    missing: field.missing,
    placeholder: field.placeholder ?? '',
    hint: field.hint ?? NO_TEXT,
    value,
    error: errors[field.id] ?? '',
    longest: field.longest ?? (field.kind === 'lines' ? LONGEST_ANSWER : LONGEST_LINE),
    choices: choices.map((choice) => ({ title: choice.title, value: choice.value })),
    dataset,
    next: mark?.next ? mark.text : '',
    skipped: mark && !mark.next ? mark.text : '',
  };
};

/** What is no choice is named by the error; in the field it would filter the list to nothing. */
const shownValue = ({ choices, several }: Field, given: string): string => {
  if (!choices) return given;
  const known = (several ? valuesOf(given) : [given]).filter((one) => choices.some(({ value }) => value === one));
  return known.join(',');
};

/** What is chosen is always among them, or its title could not be shown. */
const shownChoices = ({ kind, choices = [], searchable, several }: Field, value: string, dataset: string) => {
  if (!searchable && !several) return { kind, choices };
  const searched = dataset !== '' && choices.length > MOST_CHOICES;
  if (!searched) return { kind: several ? 'several' : 'filtered', choices };
  const chosen = several ? valuesOf(value) : [value];
  const first = choices.slice(0, MOST_CHOICES);
  const others = choices.filter((choice) => chosen.includes(choice.value) && !first.includes(choice));
  return { kind: several ? 'several' : 'search', choices: [...others, ...first] };
};

/** Under this name a button brings back what its page showed beside its questions. */
export const ONCE_MORE = 'once-more';

/** Under this name a button brings back which questions its page asked. */
export const PAGE = 'page';

/** The parts of a page besides its questions. */
export interface FormFrame {
  /** What a press on this page brings back under `ONCE_MORE`. */
  readonly mark: string;
  readonly errors: FieldErrors;
  /** An error above the fields, for the whole page. */
  readonly problem?: string | undefined;
  /** Buttons below that error. */
  readonly leads?: readonly ButtonView[] | undefined;
  /** Title of the button that opens the form in a dialog; absent if there is none. */
  readonly window?: string | undefined;
  /** Title of the button that leads to the page before; absent on the first one. */
  readonly back?: string | undefined;
  /** Lines above fields, by their ids. */
  readonly marks?: Readonly<Record<string, FieldMark>>;
}

/** What is chosen in the lists of a page: clients leave out untouched presets, emptied texts and empty lists. */
export const valuesShown = ({ fields }: Pick<FormPage, 'fields'>, answers: Answers): Answers =>
  Object.fromEntries(
    fields
      .filter(({ kind, several }) => kind === 'choice' && !several)
      .map(({ id, preset }) => [id, answers[id] ?? preset ?? '']),
  );

/** What a page's name ends with begins with this; no question does. */
export const SHOWN = '~';

/** A hash of what stood in the fields of a page: a copy of it may be older than what was answered since. */
export const markOfValues = (values: Answers): string => {
  const text = JSON.stringify(Object.entries(values).sort());
  return SHOWN + createHash('sha256').update(text).digest('base64url').slice(0, 12);
};

/** The questions of a page and a hash of what it shows, as its buttons bring them back. */
const pageName = (page: Pick<FormPage, 'fields'>, answers: Answers): string =>
  page.fields.length === 0
    ? ''
    : [...page.fields.map(({ id }) => id), markOfValues(valuesShown(page, answers))].join(' ');

/** Renders a page with the answers so far. @param open the form's name and the opaque id of this submission */
export const renderForm = (
  open: { readonly form: string; readonly id: string; readonly answers: Answers },
  page: FormPage,
  { errors, mark, problem = '', leads = [], window = '', back = '', marks = {} }: FormFrame,
): CardJson =>
  formCard.render({
    title: page.title,
    intro: page.intro,
    facts: [...page.facts],
    fields: page.fields.map((field) =>
      toFieldView(clientField(field, back), open.answers, errors, {
        mark: marks[field.id],
        dataset: `${open.form}/${field.id}`,
      }),
    ),
    preview: page.preview
      ? [{ ...page.preview, checks: [...page.preview.checks], facts: [...page.preview.facts] }]
      : [],
    lines: (page.lines ?? []).map((one) => ({ ...one, checks: [...one.checks] })),
    other: page.other ? [{ title: page.other.title, form: open.id, name: page.other.form }] : [],
    submit: page.submit,
    cancel: page.cancel,
    back,
    form: open.id,
    name: open.form,
    page: pageName(page, open.answers),
    mark,
    problem,
    leads: [...leads],
    window,
  });

/** A client that checks inputs would keep people from going back: on pages with Back they are checked here alone. */
const clientField = (field: Field, back: string): Field =>
  back === '' && !field.checkedHere ? field : { ...field, required: false };

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
