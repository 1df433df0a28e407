import type { BotState, TurnContext } from 'botbuilder-core';
import {
  Dialog,
  type DialogContext,
  DialogContextError,
  DialogSet,
  type DialogTurnResult,
  DialogTurnStatus,
} from 'botbuilder-dialogs';
import type { Registry } from '#bot/commands/registry.ts';
import type { Services } from '#bot/services.ts';
import type { Turn } from '#bot/turn/turn.ts';
import type { Log } from '#platform/lib/logger.ts';
import { type Answers, PAGE } from '#teams/cards/form.ts';
import { advanceForm, type FormStep, type FormTurn, type OpenForm } from './form-engine.ts';
import { hasShown, questionsIn } from './form-page.ts';
import type { ReadSentence } from './sentence.ts';
import { type Beside, readTyped, type TypedStep } from './typed-answer.ts';

/** The input of a turn: inputs of the form's card, typed text, or nothing when the form is being opened. */
export type FormInput =
  /** `mark`: what the pressed page showed. */
  | { readonly inputs: Answers; readonly mark?: string | undefined; readonly back?: string | undefined }
  | { readonly text: string; readonly wish: Beside['wish'] };

export interface FormRun {
  readonly registry: Registry;
  readonly services: Services;
  readonly turn: Turn;
  readonly input: FormInput;
  readonly log: Log;
  readonly readSentence: ReadSentence;
}

const DIALOG = 'form';
const RUN = Symbol('form run');

/** The only dialog: it handles fields and answers; every form is data. */
class FormDialog extends Dialog {
  constructor() {
    super(DIALOG);
  }

  override async beginDialog(dc: DialogContext, options?: object): Promise<DialogTurnResult> {
    return this.#step(dc, options as OpenForm);
  }

  override async continueDialog(dc: DialogContext): Promise<DialogTurnResult> {
    const open = dc.activeDialog?.state.open as OpenForm;
    const run = runOf(dc);
    const { input } = run;
    if ('inputs' in input) return this.#step(dc, { ...open, answers: { ...open.answers, ...withShown(open, input) } });
    const { text, wish } = input;
    const typed = await readTyped(formTurnOf(run, open), text, { readSentence: run.readSentence, wish });
    // No question is open: the text is no answer, and does not submit.
    return typed ? this.#take(dc, typed) : { status: DialogTurnStatus.waiting };
  }

  async #step(dc: DialogContext, open: OpenForm): Promise<DialogTurnResult<FormStep>> {
    const run = runOf(dc);
    const { mark, back } = 'inputs' in run.input ? run.input : {};
    return this.#take(dc, { open, mark, back });
  }

  async #take(dc: DialogContext, { open, ...more }: TypedStep): Promise<DialogTurnResult<FormStep>> {
    const step = await advanceForm({ ...formTurnOf(runOf(dc), open), ...more });
    if (step.is === 'ended') return dc.endDialog(step);
    if (dc.activeDialog) dc.activeDialog.state = { open: step.open };
    return { status: DialogTurnStatus.waiting, result: step };
  }
}

const formTurnOf = ({ registry, services, turn, log }: FormRun, open: OpenForm): FormTurn => {
  const form = registry.form(open.form);
  if (!form) throw new Error(`no form is called ${open.form}`);
  return { form, open, turn, services, log };
};

/**
 * What was sent, and of the page's other lists what was chosen there: some clients leave out an untouched preset. Everything
 * else that is left out is empty, and so is a list that an older copy did not show. A card from before it told its page counts as the last one.
 */
const withShown = (open: OpenForm, { inputs: { [PAGE]: page, ...inputs } }: { readonly inputs: Answers }): Answers => {
  const asked = page === undefined ? open.asked : questionsIn(page);
  if (page === undefined && !asked.some((id) => id in inputs)) return inputs;
  const values = hasShown(page ?? '', open.values ?? {}) ? open.values : {};
  return { ...Object.fromEntries(asked.map((id) => [id, values?.[id] ?? ''])), ...inputs };
};

const runOf = (dc: DialogContext): FormRun => dc.context.turnState.get(RUN);

/** botbuilder wraps the errors of a dialog; people see the original error. */
const unwrap = (error: unknown): never => {
  throw error instanceof DialogContextError ? error.error : error;
};

/**
 * Opens a form, or continues the open one of this person in this conversation.
 * @returns undefined when there is none to continue
 */
export const runForm = async (
  context: TurnContext,
  state: BotState,
  run: FormRun,
  begin?: OpenForm,
): Promise<FormStep | undefined> => {
  context.turnState.set(RUN, run);
  const dialogs = new DialogSet(state.createProperty('dialog'));
  dialogs.add(new FormDialog());
  const dc = await dialogs.createContext(context);
  if (begin) await dc.cancelAllDialogs();
  const { result } = await (begin ? dc.beginDialog(DIALOG, begin) : dc.continueDialog()).catch(unwrap);
  await state.saveChanges(context);
  return result;
};
