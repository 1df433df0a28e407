import type { Form } from '#bot/commands/registry.ts';
import { cut, normalise, oneLine } from '#platform/lib/text.ts';
import {
  type Answers,
  type Choice,
  checkFields,
  type Field,
  type FormPage,
  LONGEST_INPUT,
  valuesOf,
} from '#teams/cards/form.ts';
import { matchChoice, matchChoices } from './choice-match.ts';
import type { FormTurn } from './form-engine.ts';
import { nextField, readPage, withPresets } from './form-page.ts';
import { agreesIn, asksIn, formWordIn } from './form-words.ts';
import type { ReadSentence, Wish } from './sentence.ts';

/** What a typed message makes of the open form. */
export type TypedStep = Pick<FormTurn, 'open' | 'mark' | 'back' | 'typed'>;

/** The page that the person was last shown, and the pages before it. */
interface ShownPages {
  readonly fields: readonly Field[];
  readonly page: FormPage;
  readonly next: Field | undefined;
  readonly answers: Answers;
}

/** The page with the fields that were asked last. @returns undefined where there is none with a question */
const shownPages = async ({ form, open, turn, services }: FormTurn): Promise<ShownPages | undefined> => {
  let { answers } = open;
  let found: FormPage | undefined;
  const fields: Field[] = [];
  for (const build of form.pages) {
    const read = await readPage(build, { answers, turn, services, form: open.id });
    answers = read.answers;
    found = read.page;
    fields.push(...found.fields);
    const isLast = found.fields.some(({ id }) => open.asked.includes(id)) || (open.asked.length === 0 && found.back);
    if (isLast || Object.keys(checkFields(found.fields, answers)).length > 0) break;
  }
  if (!found) return undefined;
  const next =
    open.next === undefined
      ? nextField(found, answers, open.skipped ?? [])
      : found.fields.find(({ id }) => id === open.next);
  return { fields, page: found, next, answers: withPresets(found.fields, answers) };
};

/** What a text says beside the form's questions. */
export interface Beside {
  /** By the grammar of the form's command. */
  readonly readSentence: ReadSentence;
  /** In the person's own words. */
  readonly wish: () => Wish | undefined;
}

/**
 * A typed text answers the marked question, the one that it names as in “start: tomorrow”, or as a whole sentence every
 * question that it names; “send” does what the button of the page does, “skip” passes over the marked question.
 * @returns undefined when it is none of these, or rather a wish or a question to the bot
 */
export const readTyped = async (run: FormTurn, text: string, beside: Beside): Promise<TypedStep | undefined> => {
  const shown = await shownPages(run);
  if (!shown) return undefined;
  const { open } = run;
  const { next, answers } = shown;
  const mayPass =
    next !== undefined && !next.required && (!answers[next.id] || next.id in checkFields([next], answers));
  const word = formWordIn(text, run.turn.words);
  // “Yes” to a message, or to a form that a sentence opened, may mean something else.
  const mayMeanElse = open.bySentence || run.turn.quotes !== undefined;
  if (mayMeanElse && agreesIn(text, run.turn.words) && !(next && !isFree(next) && fits(next, text)))
    return {
      open,
      typed: { fields: [], problem: run.turn.words.plain('bot.form.notAgreed', { button: shown.page.submit }) },
    };
  if (word === 'send' || (word === 'agree' && (next === undefined || mayPass)))
    return { open: { ...open, answers }, mark: open.mark ?? '', typed: { fields: [] } };
  if (word === 'skip' || (word === 'decline' && mayPass)) return passOver(run, shown, mayPass);
  const given =
    namedIn(shown, text) ?? sentenceIn(shown, text, run, beside.readSentence) ?? wishIn(shown, text, run, beside);
  if (!given) return undefined;
  const fields = Object.keys(given);
  const skipped = open.skipped?.filter((id) => !fields.includes(id)) ?? [];
  const received = { ...answers, ...(await receive(run.form, given)) };
  return { open: { ...open, answers: received, skipped }, typed: { fields } };
};

const passOver = ({ open, turn }: FormTurn, { next }: ShownPages, mayPass: boolean): TypedStep => {
  if (next && mayPass) {
    // What could not be read goes with it.
    const { [next.id]: _passed, ...answers } = open.answers;
    return { open: { ...open, answers, skipped: [...(open.skipped ?? []), next.id] }, typed: { fields: [] } };
  }
  const problem = next && turn.words.plain('bot.form.needed', { label: next.label });
  return { open, typed: { fields: [], ...(problem === undefined ? {} : { problem }) } };
};

const receive = async (form: Form, typed: Answers): Promise<Answers> => (await form.receive?.(typed)) ?? typed;

/** So short a text names something or answers: no wish is made of it. */
const SHORTEST_WISH = 3;

/**
 * The answer to the marked question, unless the text is a wish rather: where the question takes any text, only what begins or
 * ends as a question does. A wish for this very form answers what it names.
 */
const wishIn = (
  { fields, next }: ShownPages,
  text: string,
  { form, turn: { words } }: FormTurn,
  { wish }: Beside,
): Answers | undefined => {
  if (!next) return undefined;
  const marked = { [next.id]: choiceOrText(next, text) };
  const isQuestion = asksIn(text, words);
  if (text.trim().split(/\s+/).length < SHORTEST_WISH || (!isFree(next) && fits(next, text))) return marked;
  const meant = wish();
  if (meant?.isDenied && meant.form === form.name) return undefined;
  if (isFree(next) && !isQuestion) return marked;
  if (!meant || !(isQuestion || meant.isWhole)) return marked;
  if (meant.form !== form.name) return undefined;
  const named = Object.entries(meant.answers);
  const isSure = fields.some(({ id, kind }) => kind === 'choice' && meant.answers[id] !== undefined);
  if (!isSure) return marked;
  return Object.fromEntries(
    named.map(([id, said]) => {
      const field = fields.find((one) => one.id === id);
      return [id, field ? choiceOrText(field, said) : said];
    }),
  );
};

const namedIn = ({ fields }: ShownPages, text: string): Answers | undefined => {
  const { 1: name = '', 2: rest = '' } = /^([^:\n]{1,60}):\s+(\S[\s\S]*)$/.exec(text) ?? [];
  const field = fields.find(({ id, label }) => [id, label].some((one) => isNamed(one, name)));
  return field && { [field.id]: choiceOrText(field, rest) };
};

/** “Starting when? (UTC)” is named by “starting when”, with or without the brackets. */
const isNamed = (label: string, name: string): boolean =>
  normalise(name) !== '' && [label, label.replace(/\([^()]*\)/g, '')].some((one) => normalise(one) === normalise(name));

/**
 * What a sentence says of several questions. It counts only where every part fits the question that it names: a reason may
 * hold “for” and “on” as any text does.
 */
const sentenceIn = (
  { fields, next }: ShownPages,
  text: string,
  { form }: FormTurn,
  readSentence: ReadSentence,
): Answers | undefined => {
  const { lead, named = {} } = readSentence(form, text) ?? {};
  if (Object.keys(named).length === 0) return undefined;
  const start = lead && leadIn(lead, fields, next);
  if (lead && !start) return undefined;
  const parts = Object.entries({ ...start, ...named }).map(([id, said]) => ({
    ...{ id, said },
    field: fields.find((one) => one.id === id),
  }));
  // What a later page asks is checked there; that it is meant is known where a choice is named with it.
  const isSure = parts.some(({ field, said }) => field?.kind === 'choice' && fits(field, said));
  if (!parts.every(({ field, said }) => (field ? fits(field, said) : isSure))) return undefined;
  return Object.fromEntries(parts.map(({ id, said, field }) => [id, field ? choiceOrText(field, said) : said]));
};

/** The words before the first named part: the command's own first argument, or the answer to the marked question. */
const leadIn = (
  { argument, said }: { readonly argument: string; readonly said: string },
  fields: readonly Field[],
  next: Field | undefined,
): Answers | undefined => {
  const field = [fields.find(({ id }) => id === argument), isFree(next) ? undefined : next].find(
    (one) => one && fits(one, said),
  );
  return field && { [field.id]: said };
};

/** Any text answers it: where it begins with such a text, nothing tells the answer from the names of other questions. */
const isFree = (field: Field | undefined): boolean =>
  field?.kind !== 'choice' && field?.schema.safeParse('?').success === true;

const fits = (field: Field, said: string): boolean => {
  const text = choiceOrText(field, said);
  if (field.kind !== 'choice') return field.schema.safeParse(text).success;
  const chosen = field.several ? valuesOf(text) : [text];
  return chosen.length > 0 && chosen.every((one) => field.choices?.some(({ value }) => value === one));
};

const choiceOrText = ({ choices, kind, several }: Field, text: string): string => {
  if (several && choices) return choicesOrText(choices, text);
  const match = kind === 'choice' && choices ? matchChoice(choices, text) : undefined;
  return match && match.is !== 'unclear' ? match.choice.value : cut(text, LONGEST_INPUT);
};

/** The values where each name is understood. */
const choicesOrText = (choices: readonly Choice[], text: string): string => {
  const values = matchChoices(choices, text).map(({ match }) => (match.is === 'unclear' ? '' : match.choice.value));
  return values.includes('') ? cut(text, LONGEST_INPUT) : [...new Set(values)].join(',');
};

const LONGEST_SHOWN = 80;

/** An answer as the person reads it. */
export const shownAnswer = ({ id, choices = [], several }: Field, answers: Answers): string => {
  const value = answers[id] ?? '';
  const titleOf = (one: string): string => choices.find((choice) => choice.value === one)?.title ?? one;
  return oneLine(several ? valuesOf(value).map(titleOf).join(', ') : titleOf(value), LONGEST_SHOWN);
};
