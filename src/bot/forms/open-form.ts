import type { BotState, TurnContext } from 'botbuilder-core';
import { z } from 'zod';
import type { OpenForm } from './form-engine.ts';

const dialogState = z.object({
  dialogStack: z
    .array(z.object({ state: z.object({ open: z.custom<OpenForm>((value) => typeof value === 'object') }) }))
    .min(1),
});

/** The form that this person has open in this conversation; read without botbuilder-dialogs, which is large. */
export const openFormOf = async (context: TurnContext, state: BotState): Promise<OpenForm | undefined> => {
  const read = dialogState.safeParse(await state.createProperty('dialog').get(context));
  return read.success ? read.data.dialogStack[0]?.state.open : undefined;
};

/** Closes the open form. */
export const dropForm = async (context: TurnContext, state: BotState): Promise<void> => {
  await state.clear(context);
  await state.saveChanges(context);
};

/** Notes that the person was told of the open form. */
export const noteReminder = async (context: TurnContext, state: BotState): Promise<void> => {
  const stack: { dialogStack: { state: { open: OpenForm } }[] } | undefined = await state
    .createProperty('dialog')
    .get(context);
  const [top] = stack?.dialogStack ?? [];
  if (!top) return;
  top.state = { open: { ...top.state.open, reminded: true } };
  await state.saveChanges(context);
};
