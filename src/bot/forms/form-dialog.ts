import type { BotState, TurnContext } from 'botbuilder-core';
import {
  Dialog,
  type DialogContext,
  DialogContextError,
  DialogSet,
  type DialogTurnResult,
  DialogTurnStatus,
} from 'botbuilder-dialogs';
import { z } from 'zod';
import type { Answers } from '../../cards/form.ts';
import type { Log } from '../../lib/logger.ts';
import type { Registry } from '../commands/registry.ts';
import type { Services } from '../services.ts';
import type { Turn } from '../turn/turn.ts';
import { advanceForm, type FormStep, type OpenForm, type TypedAnswer, typedAnswer } from './form-engine.ts';

/** The input of a turn: inputs of the form's card, typed text, or nothing when the form is being opened. */
export type FormInput =
  /** `mark`: the confirmation page's mark, if it was pressed there. */
  | { readonly inputs: Answers; readonly mark?: string | undefined }
  | { readonly text: string }
  /** The person typed “send”. */
  | { readonly send: true }
  | undefined;

export interface FormRun {
  readonly registry: Registry;
  readonly services: Services;
  readonly turn: Turn;
  readonly input: FormInput;
  readonly log: Log;
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
    const { input } = runOf(dc);
    if (input && 'text' in input) {
      const taken = await typedAnswer(this.#formTurn(dc, open), input.text);
      // No question is open: the text is not an answer, and submits nothing.
      if (!taken) return { status: DialogTurnStatus.waiting };
      return this.#step(dc, { ...open, answers: { ...open.answers, ...taken.given } }, taken);
    }
    const given = input && 'inputs' in input ? withBlanks(open, input.inputs) : {};
    return this.#step(dc, { ...open, answers: { ...open.answers, ...given } });
  }

  #formTurn(dc: DialogContext, open: OpenForm) {
    const { registry, services, turn, log, input } = runOf(dc);
    const form = registry.form(open.form);
    if (!form) throw new Error(`no form is named ${open.form}`);
    return { form, open, turn, services, log, mark: input && 'inputs' in input ? input.mark : undefined };
  }

  async #step(dc: DialogContext, open: OpenForm, taken?: TypedAnswer): Promise<DialogTurnResult<FormStep>> {
    const step = await advanceForm({ ...this.#formTurn(dc, open), taken });
    if (step.is === 'ended') return dc.endDialog(step);
    if (dc.activeDialog) dc.activeDialog.state = { open: step.open };
    return { status: DialogTurnStatus.waiting, result: step };
  }
}

/** Clients leave out empty inputs. The inputs may also be those of an earlier page whose button was pressed again. */
const withBlanks = (open: OpenForm, inputs: Answers): Answers => {
  const blanks = open.asked.some((id) => id in inputs) ? open.asked.map((id) => [id, '']) : [];
  return { ...Object.fromEntries(blanks), ...inputs };
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

const dialogState = z.object({
  dialogStack: z
    .array(z.object({ state: z.object({ open: z.custom<OpenForm>((value) => typeof value === 'object') }) }))
    .min(1),
});

/** The form that this person has open in this conversation. */
export const openFormOf = async (context: TurnContext, state: BotState): Promise<OpenForm | undefined> => {
  const read = dialogState.safeParse(await state.createProperty('dialog').get(context));
  return read.success ? read.data.dialogStack[0]?.state.open : undefined;
};

/** Closes the open form. */
export const dropForm = async (context: TurnContext, state: BotState): Promise<void> => {
  await state.clear(context);
  await state.saveChanges(context);
};
