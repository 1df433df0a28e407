import type { Form, FormContext, FormEnd } from '#bot/commands/registry.ts';
import { errorLine } from '#bot/reply/replies.ts';
import type { Services } from '#bot/services.ts';
import { type Answer, type CardRef, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import {
  type Answers,
  checkFields,
  type FieldErrors,
  type FieldMark,
  type FormFrame,
  type FormPage,
  renderForm,
  valuesShown,
} from '#teams/cards/form.ts';
import { type Guess, isPage, markOf, nextField, readPage } from './form-page.ts';
import { shownAnswer } from './typed-answer.ts';

/** An open form as it is stored: the answers by field name. */
export interface OpenForm {
  readonly form: string;
  /** Opaque; each submission carries it. */
  readonly id: string;
  readonly answers: Answers;
  /** The fields last shown. */
  readonly asked: readonly string[];
  /** What stood in them. */
  readonly values?: Answers;
  /** The one of them that was marked as next; empty when none was. */
  readonly next?: string;
  /** What the page brings back that was shown last. */
  readonly mark?: string;
  /** Optional questions that the person passed over. */
  readonly skipped?: readonly string[];
  /** All fields shown so far: once a form is open, no page is submitted without being shown. */
  readonly shown?: readonly string[];
  /** The same, also from before the person went back: what no page asks any more is not sent. */
  readonly everShown?: readonly string[];
  /** It is shown for review before it is submitted, even if nothing is missing. */
  readonly review?: boolean;
  /** A sentence opened it: “yes” may answer something else, and does not send it. */
  readonly bySentence?: boolean;
  /** What the first page that is shown says besides. */
  readonly note?: Markdown | undefined;
  /** It is shown in a dialog only: messages in the conversation do not answer it. */
  readonly unseen?: boolean;
  /** The label of the question that is marked as next. */
  readonly question?: string | undefined;
  /** The titles of a few that it can be answered with: what is typed like one of them is no command. */
  readonly titles?: readonly string[];
  /** Since it was shown, the person was told that it is still open. */
  readonly reminded?: boolean;
  /** Its newest card in the conversation. */
  readonly card?: CardRef | undefined;
}

export type FormStep =
  | { readonly is: 'open'; readonly answer: Answer; readonly open: OpenForm }
  | { readonly is: 'ended'; readonly answer: Answer };

/** What was typed as a message: the form shows it, and is not submitted. */
export interface Typed {
  /** The fields that it answered. */
  readonly fields: readonly string[];
  /** What could not be done. */
  readonly problem?: string;
}

export interface FormTurn {
  readonly form: Form;
  readonly open: OpenForm;
  readonly turn: Turn;
  readonly services: Services;
  readonly log: Log;
  /** What the pressed page showed. */
  readonly mark?: string | undefined;
  /** The page from which the person goes back, by its questions. */
  readonly back?: string | undefined;
  readonly typed?: Typed | undefined;
}

/** A form on its way from page to page. */
interface Walk {
  readonly run: FormTurn;
  readonly pages: readonly FormPage[];
  readonly guesses: readonly Guess[];
}

/**
 * Shows the first page with a missing or wrong answer. Submits when there is none, from the page that shows all that is sent.
 * Answers are never lost.
 */
export const advanceForm = async (first: FormTurn): Promise<FormStep> => {
  const { form, turn, services, mark, back } = first;
  let walk: Walk = { run: first, pages: [], guesses: [] };
  let started = false;
  for (const build of form.pages) {
    const { open } = walk.run;
    const context = { turn, services, form: open.id };
    const read = await readPage(build, { ...context, answers: open.answers });
    const { answers } = read;
    const page = read.page.back === undefined ? read.page : await build({ ...context, answers: currentAnswers(walk) });
    walk = {
      run: { ...walk.run, open: { ...open, answers } },
      pages: [...walk.pages, page],
      guesses: [...walk.guesses, ...read.guesses],
    };
    if (back !== undefined && isPage(page, back)) return showPage(walk, pageBefore(walk.pages) ?? page);
    const errors = checkFields(page.fields, answers);
    if (Object.keys(errors).length > 0) return showPage(walk, page, { errors: visibleErrors(page, answers, errors) });
    if (isBeingAnswered(walk.run, page)) return showPage(walk, page);
    // A form with a confirmation page is submitted only from that page, and only with the answers that it showed.
    if (page.back !== undefined && !open.review && mark !== markOf(page, answers)) return showPage(walk, page);
    const seen = page.fields.some(({ id }) => open.shown?.includes(id));
    // After one page was shown, every page is.
    if (started && !seen && page.fields.length > 0) return showPage(walk, page);
    started ||= seen;
  }
  const unsent = pageToShow(walk, started);
  return unsent ? showPage(walk, unsent) : submitted(walk);
};

/** Who answers by messages is asked every question of a page, the optional ones too, before the next page. */
const isBeingAnswered = ({ open, typed, mark }: FormTurn, page: FormPage): boolean =>
  typed !== undefined &&
  mark === undefined &&
  page.fields.some(({ id }) => open.asked.includes(id)) &&
  nextField(page, open.answers, open.skipped ?? []) !== undefined;

/** The page that must be shown before the form may be sent. */
const pageToShow = ({ run, pages, guesses }: Walk, started: boolean): FormPage | undefined => {
  const { open, form, mark, typed } = run;
  const questions = pages.filter(({ fields }) => fields.length > 0);
  const confirmed = pages.at(-1)?.back !== undefined;
  if (open.review) return confirmed ? questions[0] : questions.at(-1);
  if (confirmed) return undefined;
  const last = questions.at(-1);
  if (!last || (form.atOnce && !started && !typed && guesses.length === 0)) return undefined;
  return mark === markOf(last, open.answers) ? undefined : last;
};

const submitted = async (walk: Walk): Promise<FormStep> => {
  const { form, open, turn, services } = walk.run;
  const end = await submit(walk.run, { answers: currentAnswers(walk), turn, services, form: open.id });
  if (end.kind !== 'wrong') return { is: 'ended', answer: end };
  const last = walk.pages.at(-1);
  if (!last) throw new Error(`the form ${form.name} has no pages`);
  return showPage(walk, last, end);
};

/** Without the answers to questions that the person was asked and that no page asks any more: they are not shown either. */
const currentAnswers = ({ run: { open }, pages }: Walk): Answers => {
  const asked = new Set(pages.flatMap(({ fields }) => fields.map(({ id }) => id)));
  const isDropped = (id: string): boolean => !asked.has(id) && open.everShown?.includes(id) === true;
  return Object.fromEntries(Object.entries(open.answers).filter(([id]) => !isDropped(id)));
};

const pageBefore = (pages: readonly FormPage[]): FormPage | undefined =>
  pages.slice(0, -1).findLast(({ fields }) => fields.length > 0);

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

/** A longer list is searched. */
const MOST_TITLES = 15;

const showPage = (
  walk: Walk,
  page: FormPage,
  { errors, problem, leads }: Pick<FormFrame, 'errors' | 'problem' | 'leads'> = { errors: {} },
): FormStep => {
  const { open, turn, typed } = walk.run;
  // What was refused is answered first, also where it was skipped.
  const refused = page.fields.find(({ id }) => id in errors);
  const next = refused ?? nextField(page, open.answers, open.skipped ?? []);
  const mark = markOf(page, open.answers);
  const frame: FormFrame = {
    errors,
    problem: problem ?? typed?.problem,
    leads,
    mark,
    window: windowTitle(turn, page),
    back: backTitle(walk.pages, page, turn),
    marks: turn.dialog
      ? {}
      : marksOf(page, next && { id: next.id, isNeeded: next.required || next === refused }, walk.run),
  };
  const asked = page.fields.map(({ id }) => id);
  return {
    is: 'open',
    answer: cardAnswer(renderForm(open, withNotes(walk, page, next === undefined), frame), page.title),
    open: {
      ...open,
      asked,
      values: valuesShown(page, open.answers),
      mark,
      next: next?.id ?? '',
      question: next?.label,
      titles: (next?.choices ?? []).slice(0, MOST_TITLES).map(({ title }) => title),
      reminded: false,
      shown: [...new Set([...(open.shown ?? []), ...asked])],
      everShown: [...new Set([...(open.everShown ?? []), ...asked])],
      review: false,
      note: undefined,
    },
  };
};

const backTitle = (pages: readonly FormPage[], page: FormPage, { words }: Turn): string | undefined => {
  const before = pageBefore(pages.slice(0, pages.indexOf(page) + 1));
  return before && (page.back ?? words.plain('bot.form.back'));
};

/** Which field a typed answer goes to, and which questions were passed over. */
const marksOf = (
  { fields }: FormPage,
  next: { readonly id: string; readonly isNeeded: boolean } | undefined,
  { open, turn: { words, where } }: FormTurn,
): Readonly<Record<string, FieldMark>> => {
  const markFor = (id: string): FieldMark | undefined => {
    if (id === next?.id) {
      const text = next.isNeeded ? 'bot.form.nextHere' : 'bot.form.nextOptional';
      return { next: true, text: words.plain(text, { kind: where.kind }) };
    }
    const skipped = open.skipped?.includes(id) && !open.answers[id];
    return skipped ? { next: false, text: words.plain('bot.form.skipped') } : undefined;
  };
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const mark = markFor(id);
      return mark ? [[id, mark]] : [];
    }),
  );
};

/** The page with what was taken for a choice, what was typed, and how to send it. */
const withNotes = ({ run, guesses, pages }: Walk, page: FormPage, complete: boolean): FormPage => {
  const { open, typed, turn } = run;
  const { words } = turn;
  // What stands on the page is read there.
  const taken = pages
    .flatMap(({ fields }) => fields)
    .filter((field) => typed?.fields.includes(field.id) && !page.fields.includes(field))
    .map((field) => words.markdown('bot.form.taken', { label: field.label, said: shownAnswer(field, open.answers) }));
  const lines = [
    page.intro,
    open.note ?? NO_TEXT,
    ...guesses.map(({ said, title }) => words.markdown('bot.form.guessed', { said, title })),
    ...taken,
    ...(complete && typed && !turn.dialog ? [words.markdown('bot.form.send', { button: page.submit })] : []),
  ];
  return { ...page, intro: lines.filter((line) => line !== '').join('\n\n') as Markdown };
};

/** In a channel or group chat the form can be opened in a dialog: it is private, and keeps its page over a reload. */
const windowTitle = ({ dialog, where, words }: Turn, { fields }: FormPage): string | undefined =>
  dialog || where.kind === 'personal' || fields.length === 0 ? undefined : words.plain('bot.form.window');
