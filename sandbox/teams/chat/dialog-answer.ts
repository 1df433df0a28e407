import { z } from 'zod';
import { sandboxBot } from '../../world.ts';
import type { DialogAnswer } from '../api.ts';
import { adaptiveCard, CARD_TYPE } from './adaptive-card.ts';
import { invokeFault } from './notices.ts';
import type { InvokeAnswer } from './reach.ts';

const size = z.union([z.number().positive(), z.enum(['small', 'medium', 'large'])]).optional();
const attachment = z.object({ contentType: z.literal(CARD_TYPE), content: adaptiveCard });

/** The answers that Teams accepts as the next state of a dialog; this sandbox does not support web pages in dialogs. */
const task = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('continue'),
    value: z.object({ title: z.string().default(sandboxBot.name), height: size, width: size, card: attachment }),
  }),
  z.object({ type: z.literal('message'), value: z.string().min(1) }),
]);

/** The result of a submitted message action instead of a dialog. */
const extension = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('result'),
    attachmentLayout: z.enum(['list', 'grid']).optional(),
    attachments: z.array(attachment).min(1),
  }),
  z.object({ type: z.literal('message'), text: z.string().min(1) }),
]);

const taskAnswer = z.object({ task });
const extensionAnswer = z.object({ composeExtension: extension });

/** Which of the four invokes was answered. */
interface DialogStep {
  readonly source: 'card' | 'messageAction';
  readonly submitted: boolean;
}

/** Reads a bot's answer to a dialog's invoke as Teams does: only a submit may have an empty answer. */
export const checkDialogAnswer = (given: InvokeAnswer, { source, submitted }: DialogStep): DialogAnswer => {
  const fault = invokeFault(given);
  if (given.kind !== 'answered' || fault !== undefined) return failed(fault ?? '');
  if (isEmpty(given.body)) return submitted ? { kind: 'closed' } : failed('the bot gave an empty answer');
  const next = taskAnswer.safeParse(given.body);
  if (next.success) return toDialog(next.data.task);
  const left = submitted && source === 'messageAction' ? extensionAnswer.safeParse(given.body).data : undefined;
  if (!left) return failed('the bot gave an answer that Teams does not know');
  const { composeExtension } = left;
  return composeExtension.type === 'message'
    ? { kind: 'message', text: composeExtension.text }
    : { kind: 'compose', cards: composeExtension.attachments.map(({ content }) => content) };
};

const toDialog = (given: z.infer<typeof task>): DialogAnswer => {
  if (given.type === 'message') return { kind: 'message', text: given.value };
  const { title, height, width, card } = given.value;
  return {
    kind: 'card',
    title,
    ...(height === undefined ? {} : { height }),
    ...(width === undefined ? {} : { width }),
    card: card.content,
  };
};

const failed = (reason: string): DialogAnswer => ({ kind: 'failed', reason });

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
