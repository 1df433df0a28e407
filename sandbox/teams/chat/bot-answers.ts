import { z } from 'zod';
import { sandboxBot } from '../../world.ts';
import type { DialogAnswer, InvokeResult } from '../api.ts';
import type { BotAnswer } from '../channel/bot-client.ts';
import type { InvokeAnswer } from './reach.ts';

const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

/** Teams' checks before it shows a card; the renderer checks the rest. */
export const adaptiveCard = z.looseObject({ type: z.literal('AdaptiveCard') });

const { name } = sandboxBot;

/** The chat page's notice when a message did not reach the bot; undefined when it did. */
export const deliveryNotice = (answer: BotAnswer): string | undefined => {
  if (answer.kind === 'unreachable') return `${name} could not be reached. Is the bot running?`;
  if (answer.kind === 'late') return `${name} did not answer within 15 seconds.`;
  return answer.status >= 200 && answer.status < 300
    ? undefined
    : `${name} refused the message (HTTP ${answer.status}).`;
};

export const absentNotice = `${name} is not installed here. Add the app, then write again.`;

/** Why an invoke has no usable answer; undefined if it has one with HTTP 200. */
export const invokeFault = (answer: InvokeAnswer): string | undefined => {
  if (answer.kind === 'absent') return 'the app is not installed here';
  if (answer.kind === 'unreachable') return 'the bot could not be reached';
  if (answer.kind === 'late') return 'the bot did not answer in time';
  return answer.status === 200 ? undefined : `the bot answered HTTP ${answer.status}`;
};

/** The chat page's notice when a button, dialog or file failed. */
export const troubleNotice = (what: 'button' | 'dialog' | 'file', reason: string): string =>
  `Something went wrong with this ${what}: ${reason}.`;

/** Asks for a sign-in (learn.microsoft.com: authentication flow in Universal Actions for Adaptive Cards). */
const loginRequest = z.object({
  type: z.literal('application/vnd.microsoft.activity.loginRequest'),
  statusCode: z.literal(401),
  value: z.object({
    text: z.string().nullish(),
    connectionName: z.string(),
    tokenExchangeResource: z.object({ id: z.string(), uri: z.string() }).nullish(),
    buttons: z
      .array(z.object({ type: z.literal('signin'), title: z.string(), text: z.string().nullish(), value: z.url() }))
      .min(1),
  }),
});

type LoginRequest = z.infer<typeof loginRequest>['value'];

/** The answers to adaptiveCard/action that Teams accepts; it requires HTTP 200 with the code inside. */
const pressAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal(CARD_TYPE), statusCode: z.literal(200), value: adaptiveCard }),
  z.object({
    type: z.literal('application/vnd.microsoft.activity.message'),
    statusCode: z.literal(200),
    value: z.string(),
  }),
  loginRequest,
  z.object({
    type: z.literal('application/vnd.microsoft.error.preconditionFailed'),
    statusCode: z.literal(412),
    value: z.object({ code: z.string(), message: z.string() }),
  }),
  z.object({
    type: z.literal('application/vnd.microsoft.error.incorrectAuthCode'),
    statusCode: z.literal(401),
    value: z.unknown(),
  }),
  z.object({
    type: z.literal('application/vnd.microsoft.error'),
    statusCode: z.int().min(400).max(599),
    value: z.object({ code: z.string(), message: z.string() }),
  }),
]);

interface CheckedAnswer {
  readonly result: InvokeResult;
  /** The card that replaces the pressed one for the person. */
  readonly card?: object;
  /** Why Teams would show an error. */
  readonly fault?: string;
}

/** Reads a bot's pressAnswer to a pressed button as Teams does. */
export const checkInvokeAnswer = (given: InvokeAnswer): CheckedAnswer => {
  const status = statusOf(given);
  const fault = invokeFault(given);
  if (given.kind !== 'answered' || fault !== undefined) return { result: { status }, ...(fault ? { fault } : {}) };
  const { body } = given;
  if (body === undefined) return { result: { status }, fault: 'the bot gave an empty pressAnswer' };
  const parsed = pressAnswer.safeParse(body);
  if (!parsed.success) return { result: { status }, fault: 'the bot gave an pressAnswer that Teams does not know' };
  const { data } = parsed;
  const result = { status, body: data };
  return data.type === CARD_TYPE ? { result, card: data.value } : { result };
};

/** The sign-in that the bot asks for in its pressAnswer to a press; undefined where it asks for none. */
export const loginRequestOf = ({ body }: InvokeResult): LoginRequest | undefined =>
  loginRequest.safeParse(body).data?.value;

/** A missing app is 403; an unreachable or slow bot is 502. */
export const statusOf = (given: InvokeAnswer): number => {
  if (given.kind === 'answered') return given.status;
  return { absent: 403, unreachable: 502, late: 504 }[given.kind];
};

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
