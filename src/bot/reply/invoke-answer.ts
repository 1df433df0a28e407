import type { Turn } from '../turn/turn.ts';
import { type DialogBody, dialogBody } from './dialog-answer.ts';
import { type InvokeBody, invokeBody, type Spoken } from './replies.ts';

/** A sentence where a message extension would show results. */
interface ExtensionBody {
  readonly composeExtension: { readonly type: 'message'; readonly text: string };
}

export type InvokeAnswer = InvokeBody | DialogBody | ExtensionBody;

/** The answer in the form that the family of the invoke wants, for invokes too that nobody here knows. */
export const answerInvoke = (name: string | undefined, spoken: Spoken, turn: Turn): InvokeAnswer => {
  if (turn.dialog || name?.startsWith('task/')) return dialogBody(spoken, turn);
  if (!name?.startsWith('composeExtension/')) return invokeBody(spoken, turn);
  const text = spoken && 'text' in spoken ? spoken.text : turn.words.plain('bot.answer.done');
  return { composeExtension: { type: 'message', text } };
};
