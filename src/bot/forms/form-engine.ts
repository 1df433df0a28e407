import { createHash } from 'node:crypto';
import {
  type Answers,
  checkFields,
  type Field,
  type FieldErrors,
  type FormFrame,
  type FormPage,
  LONGEST_KEPT,
  renderForm,
} from '../../cards/form.ts';
import type { Log } from '../../lib/logger.ts';
import { cut, type Markdown, oneLine } from '../../lib/text.ts';
import { fold } from '../../policy/problems/wording.ts';
import type { Form, FormContext, FormEnd } from '../commands/registry.ts';
import { errorLine } from '../reply/replies.ts';
import type { Services } from '../services.ts';
import { type Answer, cardAnswer, type StandingCard, type Turn } from '../turn/turn.ts';

/** An open form as it is stored: what was typed, by field name. */
export interface OpenForm {
  readonly form: string;
  /** Opaque; a submission brings it back. */
  readonly id: string;
  readonly answers: Answers;
  /** The fields that the person was last shown; a client leaves out those that stayed empty. */
  readonly asked: readonly string[];
  /** All fields that the person has ever been shown: once a form is open, no page of it is sent unseen. */
  readonly shown?: readonly string[];
  /** Shown once more before it is sent, although nothing is missing. */
  readonly review?: boolean;
  /** It stands in a dialog and nowhere else: what is typed into the conversation is no answer to it. */
  readonly unseen?: boolean;
  /** Where it stands as a card while it is filled in a dialog. */
  readonly card?: StandingCard | undefined;
}

export type FormStep =
  | { readonly is: 'asking'; readonly answer: Answer; readonly open: OpenForm }
  | { readonly is: 'ended'; readonly answer: Answer };

interface Ask {
  readonly form: Form;
  readonly open: OpenForm;
  readonly turn: Turn;
  readonly services: Services;
  readonly log: Log;
  /** What the press brings back of the page that asks once more; absent where it comes from another one. */
  readonly mark?: string | undefined;
  /** What a typed text was taken for: that is shown, and nothing is sent by it. */
  readonly taken?: Taken | undefined;
}

/** The question that a typed text answers. */
export interface Taken {
  readonly id: string;
  readonly given: Answers;
}

/** Goes on with a form: shows the first page that still lacks something, else submits. What was typed is never lost. */
export const advanceForm = async (ask: Ask): Promise<FormStep> => {
  const { form, open, turn, services, mark } = ask;
  const context: FormContext = { answers: open.answers, turn, services, form: open.id };
  const pages: FormPage[] = [];
  let begun = false;
  for (const build of form.pages) {
    const page = await build(context);
    pages.push(page);
    const errors = checkFields(page.fields, open.answers);
    if (Object.keys(errors).length > 0) return asking(ask, page, { errors: saidErrors(page, open.answers, errors) });
    // What asks once more is sent from there and from nowhere else, and only as it was shown.
    if (page.back !== undefined && !open.review && mark !== markOf(page, open))
      return asking(ask, page, { errors: {} });
    const seen = idsOf(page).some((id) => open.shown?.includes(id));
    // A whole command may send a form that nobody saw; whoever was shown a page sees the next one too, with its limits.
    if (begun && !seen && page.fields.length > 0) return asking(ask, page, { errors: {} });
    begun ||= seen;
  }
  const review = open.review || ask.taken ? reviewed(pages) : undefined;
  if (review) return asking(ask, review, { errors: {} });
  const end = await submit(ask, context);
  if (end.kind !== 'wrong') return { is: 'ended', answer: end };
  const last = pages.at(-1);
  if (!last) throw new Error(`the form ${form.name} has no pages`);
  return asking(ask, last, end);
};

/** Where a look back begins: at the last questions, or at the first ones where a page follows that asks once more. */
const reviewed = (pages: readonly FormPage[]): FormPage | undefined => {
  const questions = pages.filter(({ fields }) => fields.length > 0);
  return pages.at(-1)?.back === undefined ? questions.at(-1) : questions[0];
};

/** A dialog would close on an error and take the answers along: there it is told above the fields. */
const submit = async ({ form, turn, log }: Ask, context: FormContext): Promise<FormEnd> => {
  if (!turn.dialog) return form.submit(context);
  try {
    return await form.submit(context);
  } catch (error) {
    log.warn('form not sent', { correlation: turn.correlation, person: turn.who.objectId, error });
    return { kind: 'wrong', errors: {}, problem: errorLine(error, turn) };
  }
};

/** A field that nobody has seen yet is not blamed for being empty. */
const saidErrors = (page: FormPage, answers: Answers, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([id]) => page.fields.some((field) => field.id === id) && id in answers),
  );

const asking = (
  { open, turn, taken }: Ask,
  page: FormPage,
  { errors, problem }: Pick<FormFrame, 'errors' | 'problem'>,
): FormStep => ({
  is: 'asking',
  answer: cardAnswer(
    renderForm(open, taken ? told(page, open, turn, taken) : page, {
      ...{ errors, problem, mark: markOf(page, open), window: windowTitle(turn, page) },
    }),
    page.title,
  ),
  open: { ...open, asked: idsOf(page), shown: [...new Set([...(open.shown ?? []), ...idsOf(page)])], review: false },
});

/** The page with what a typed text was taken for, and what becomes of the next one. */
const told = (page: FormPage, { answers }: OpenForm, { words }: Turn, { id }: Taken): FormPage => {
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

const LONGEST_TAKEN = 80;

const shownAnswer = ({ id, choices = [] }: Field, answers: Answers): string => {
  const value = answers[id] ?? '';
  return oneLine(choices.find((choice) => choice.value === value)?.title ?? value, LONGEST_TAKEN);
};

/** In front of others a dialog is the private place to write in, and shows page after page where a reload keeps them. */
const windowTitle = ({ dialog, where, words }: Turn, { fields }: FormPage): string | undefined =>
  dialog || where.kind === 'personal' || fields.length === 0 ? undefined : words.plain('bot.form.window');

/** Stands for all that a page shows which asks once more, and for all that was answered. */
const markOf = ({ back, title, facts }: FormPage, { answers }: OpenForm): string | undefined => {
  if (back === undefined) return undefined;
  const given = Object.entries(answers).filter(([, text]) => text !== '');
  return createHash('sha256')
    .update(JSON.stringify([title, facts, given.sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url');
};

const idsOf = ({ fields }: FormPage): string[] => fields.map(({ id }) => id);

/**
 * What a typed text answers: the first required question that is still open, or the one that it names, as in “start:
 * tomorrow”. A choice may be typed as it reads, and what a field was preset with counts as answered.
 * @returns undefined when no question is open
 */
export const typedAnswer = async (
  { form, open, turn, services }: Omit<Ask, 'log'>,
  text: string,
): Promise<Taken | undefined> => {
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
    const said = await receive(form, { [question.id]: inWords(question, named ? rest : text) });
    return { id: question.id, given: { ...answers, ...said } };
  }
  return undefined;
};

/** “Starting when?” is named by “starting when”, with or without what stands in brackets behind it. */
const isNamed = (label: string, name: string): boolean =>
  fold(name) !== '' && [label, label.replace(/\([^()]*\)/g, '')].some((one) => fold(one) === fold(name));

const receive = async (form: Form, typed: Answers): Promise<Answers> => (await form.receive?.(typed)) ?? typed;

const inWords = ({ choices = [], read }: Field, text: string): string =>
  choices.find((choice) => [choice.title, choice.value].some((name) => fold(name) === fold(text)))?.value ??
  read?.(text) ??
  cut(text, LONGEST_KEPT);
