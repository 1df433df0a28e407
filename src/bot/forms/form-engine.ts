import { createHash } from 'node:crypto';
import {
  type Answers,
  checkFields,
  type Field,
  type FieldErrors,
  type FormFrame,
  type FormPage,
  LONGEST_INPUT,
  renderForm,
} from '../../cards/form.ts';
import type { Log } from '../../lib/logger.ts';
import { cut, type Markdown, normalise, oneLine } from '../../lib/text.ts';
import type { Form, FormContext, FormEnd } from '../commands/registry.ts';
import { errorLine } from '../reply/replies.ts';
import type { Services } from '../services.ts';
import { type Answer, type CardRef, cardAnswer, type Turn } from '../turn/turn.ts';

/** An open form as it is stored: the answers by field name. */
export interface OpenForm {
  readonly form: string;
  /** Opaque; each submission carries it. */
  readonly id: string;
  readonly answers: Answers;
  /** The fields last shown; a client leaves out those that stayed empty. */
  readonly asked: readonly string[];
  /** All fields shown so far: once a form is open, no page is submitted without being shown. */
  readonly shown?: readonly string[];
  /** It is shown for review before it is submitted, even if nothing is missing. */
  readonly review?: boolean;
  /** What the first page that is shown says besides. */
  readonly note?: Markdown | undefined;
  /** It is shown in a dialog only: messages in the conversation do not answer it. */
  readonly unseen?: boolean;
  /** Its card in the conversation, while its dialog is open. */
  readonly card?: CardRef | undefined;
}

export type FormStep =
  | { readonly is: 'open'; readonly answer: Answer; readonly open: OpenForm }
  | { readonly is: 'ended'; readonly answer: Answer };

interface FormTurn {
  readonly form: Form;
  readonly open: OpenForm;
  readonly turn: Turn;
  readonly services: Services;
  readonly log: Log;
  /** The confirmation page's mark, if it was pressed there. */
  readonly mark?: string | undefined;
  /** The answer typed as a message: the form shows it, and is not submitted. */
  readonly taken?: TypedAnswer | undefined;
}

/** A question that a typed message answered. */
export interface TypedAnswer {
  readonly id: string;
  readonly given: Answers;
}

/** Shows the first page with a missing or wrong answer; submits when there is none. Answers are never lost. */
export const advanceForm = async (run: FormTurn): Promise<FormStep> => {
  const { form, open, turn, services, mark } = run;
  const context: FormContext = { answers: open.answers, turn, services, form: open.id };
  const pages: FormPage[] = [];
  let started = false;
  for (const build of form.pages) {
    const page = await build(context);
    pages.push(page);
    const errors = checkFields(page.fields, open.answers);
    if (Object.keys(errors).length > 0)
      return showPage(run, page, { errors: visibleErrors(page, open.answers, errors) });
    // A form with a confirmation page is submitted only from that page, and only with the answers that it showed.
    if (page.back !== undefined && !open.review && mark !== markOf(page, open))
      return showPage(run, page, { errors: {} });
    const seen = fieldIds(page).some((id) => open.shown?.includes(id));
    // A complete command submits a form without showing it; once one page was shown, every page is.
    if (started && !seen && page.fields.length > 0) return showPage(run, page, { errors: {} });
    started ||= seen;
  }
  const review = open.review || run.taken ? reviewPage(pages) : undefined;
  if (review) return showPage(run, review, { errors: {} });
  const end = await submit(run, context);
  if (end.kind !== 'wrong') return { is: 'ended', answer: end };
  const last = pages.at(-1);
  if (!last) throw new Error(`the form ${form.name} has no pages`);
  return showPage(run, last, end);
};

/** The page for a review: the last questions, or the first ones if a confirmation page follows. */
const reviewPage = (pages: readonly FormPage[]): FormPage | undefined => {
  const questions = pages.filter(({ fields }) => fields.length > 0);
  return pages.at(-1)?.back === undefined ? questions.at(-1) : questions[0];
};

/** In a dialog, errors are shown above the fields: a thrown error would close it and lose the answers. */
const submit = async ({ form, turn, log }: FormTurn, context: FormContext): Promise<FormEnd> => {
  if (!turn.dialog) return form.submit(context);
  try {
    return await form.submit(context);
  } catch (error) {
    log.warn('form not sent', { correlation: turn.correlation, person: turn.who.objectId, error });
    return { kind: 'wrong', errors: {}, problem: errorLine(error, turn) };
  }
};

/** Errors of the fields shown so far; before it is shown, an empty field is no error. */
const visibleErrors = (page: FormPage, answers: Answers, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([id]) => page.fields.some((field) => field.id === id) && id in answers),
  );

const showPage = (
  { open, turn, taken }: FormTurn,
  page: FormPage,
  { errors, problem }: Pick<FormFrame, 'errors' | 'problem'>,
): FormStep => ({
  is: 'open',
  answer: cardAnswer(
    renderForm(open, taken ? withTypedAnswer(page, open, turn, taken) : withNote(page, open.note), {
      ...{ errors, problem, mark: markOf(page, open), window: windowTitle(turn, page) },
    }),
    page.title,
  ),
  open: {
    ...open,
    asked: fieldIds(page),
    shown: [...new Set([...(open.shown ?? []), ...fieldIds(page)])],
    review: false,
    note: undefined,
  },
});

const withNote = (page: FormPage, note: Markdown | undefined): FormPage =>
  note === undefined
    ? page
    : { ...page, intro: [page.intro, note].filter((line) => line !== '').join('\n\n') as Markdown };

/** The page with the typed answer in its intro, and the next question or how to submit. */
const withTypedAnswer = (page: FormPage, { answers }: OpenForm, { words }: Turn, { id }: TypedAnswer): FormPage => {
  const open = checkFields(page.fields, answers);
  const field = page.fields.find((one) => one.id === id);
  const next = page.fields.find((one) => one.id in open);
  const lines = [
    page.intro,
    ...(field && !(id in open)
      ? [words.markdown('bot.form.taken', { label: field.label, said: shownAnswer(field, answers) })]
      : []),
    next ? words.markdown('bot.form.next', { label: next.label }) : words.markdown('bot.form.send'),
  ];
  return { ...page, intro: lines.filter((line) => line !== '').join('\n\n') as Markdown };
};

const LONGEST_SHOWN = 80;

const shownAnswer = ({ id, choices = [] }: Field, answers: Answers): string => {
  const value = answers[id] ?? '';
  return oneLine(choices.find((choice) => choice.value === value)?.title ?? value, LONGEST_SHOWN);
};

/** In a channel or group chat the form can be opened in a dialog: it is private, and keeps its page over a reload. */
const windowTitle = ({ dialog, where, words }: Turn, { fields }: FormPage): string | undefined =>
  dialog || where.kind === 'personal' || fields.length === 0 ? undefined : words.plain('bot.form.window');

/** A hash of the confirmation page's content and of all answers. */
const markOf = ({ back, title, facts }: FormPage, { answers }: OpenForm): string | undefined => {
  if (back === undefined) return undefined;
  const given = Object.entries(answers).filter(([, text]) => text !== '');
  return createHash('sha256')
    .update(JSON.stringify([title, facts, given.sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');
};

const fieldIds = ({ fields }: FormPage): string[] => fields.map(({ id }) => id);

/**
 * The question that a typed text answers: the first open required question, or the one that it names, as in “start: tomorrow”.
 * A choice may be typed by its title, and a preset field counts as answered.
 * @returns undefined when no question is open
 */
export const typedAnswer = async (
  { form, open, turn, services }: Omit<FormTurn, 'log'>,
  text: string,
): Promise<TypedAnswer | undefined> => {
  const { 1: name = '', 2: rest = '' } = /^([^:\n]{1,60}):\s+(\S[\s\S]*)$/.exec(text) ?? [];
  for (const build of form.pages) {
    const { fields } = await build({ answers: open.answers, turn, services, form: open.id });
    const preset = fields.flatMap(({ id, preset }) => (preset === undefined || open.answers[id] ? [] : [[id, preset]]));
    const answers: Answers = { ...open.answers, ...Object.fromEntries(preset) };
    const errors = checkFields(fields, answers);
    const named = fields.find(
      ({ id, label }) => open.asked.includes(id) && [id, label].some((one) => isNamed(one, name)),
    );
    const question = named ?? fields.find(({ id }) => id in errors);
    if (!question) continue;
    const said = await receive(form, { [question.id]: choiceOrText(question, named ? rest : text) });
    return { id: question.id, given: { ...answers, ...said } };
  }
  return undefined;
};

/** “starting when” names “Starting when? (UTC)”, with or without the brackets. */
const isNamed = (label: string, name: string): boolean =>
  normalise(name) !== '' && [label, label.replace(/\([^()]*\)/g, '')].some((one) => normalise(one) === normalise(name));

const receive = async (form: Form, typed: Answers): Promise<Answers> => (await form.receive?.(typed)) ?? typed;

const choiceOrText = ({ choices = [], read }: Field, text: string): string =>
  choices.find((choice) => [choice.title, choice.value].some((name) => normalise(name) === normalise(text)))?.value ??
  read?.(text) ??
  cut(text, LONGEST_INPUT);
