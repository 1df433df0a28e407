import { sandboxBot } from '../../world.ts';
import type { BotAnswer } from '../channel/bot-client.ts';
import type { InvokeAnswer } from './reach.ts';

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
