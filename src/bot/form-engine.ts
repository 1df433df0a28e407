import { type Answers, checkFields, type FieldErrors, type FormPage, renderForm } from '../cards/form.ts';
import type { Form, FormContext, FormEnd } from './registry.ts';
import { type Answer, cardAnswer, type Turn } from './turn.ts';

/** An open form as it is stored: what was typed, by field name. */
export interface OpenForm {
  readonly form: string;
  /** Opaque; a submission brings it back. */
  readonly id: string;
  readonly answers: Answers;
  /** The fields that the person was last shown; a client leaves out those that stayed empty. */
  readonly asked: readonly string[];
}

export type FormStep =
  | { readonly is: 'asking'; readonly answer: Answer; readonly open: OpenForm }
  | { readonly is: 'ended'; readonly answer: Answer };

interface Ask<S> {
  readonly form: Form<S>;
  readonly open: OpenForm;
  readonly turn: Turn;
  readonly services: S;
}

/** Goes on with a form: shows the first page that still lacks something, else submits. What was typed is never lost. */
export const advanceForm = async <S>(ask: Ask<S>): Promise<FormStep> => {
  const { form, open, turn, services } = ask;
  const context: FormContext<S> = { answers: open.answers, turn, services, form: open.id };
  let last: FormPage | undefined;
  for (const build of form.pages) {
    const page = await build(context);
    last = page;
    const errors = checkFields(page.fields, open.answers);
    if (Object.keys(errors).length > 0) return asking(open, page, saidErrors(page, open.answers, errors));
  }
  const end: FormEnd = await form.submit(context);
  if (end.kind !== 'wrong') return { is: 'ended', answer: end };
  if (!last) throw new Error(`the form ${form.name} has no pages`);
  return asking(open, last, end.errors, end.problem);
};

/** A field that nobody has seen yet is not blamed for being empty. */
const saidErrors = (page: FormPage, answers: Answers, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([id]) => page.fields.some((field) => field.id === id) && id in answers),
  );

const asking = (open: OpenForm, page: FormPage, errors: FieldErrors, problem?: string): FormStep => ({
  is: 'asking',
  answer: cardAnswer(renderForm(open, page, errors, problem), page.title),
  open: { ...open, asked: page.fields.map(({ id }) => id) },
});

/** The question that a typed text answers: the first required one that is still open. */
export const nextQuestion = async <S>(ask: Ask<S>): Promise<string | undefined> => {
  const context = { answers: ask.open.answers, turn: ask.turn, services: ask.services, form: ask.open.id };
  for (const build of ask.form.pages) {
    const page = await build(context);
    const [first] = Object.keys(checkFields(page.fields, ask.open.answers));
    if (first !== undefined) return first;
  }
  return undefined;
};
