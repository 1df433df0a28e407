import { sandboxBot } from '../../world.ts';
import type { BotAnswer } from '../channel/bot-door.ts';

const { name } = sandboxBot;

/** What the chat page says when a message did not reach the bot; nothing when it did. */
export const deliveryNotice = (answer: BotAnswer): string | undefined => {
  if (answer.kind === 'unreachable') return `${name} could not be reached. Is the bot running?`;
  if (answer.kind === 'late') return `${name} did not answer within 15 seconds.`;
  return answer.status >= 200 && answer.status < 300
    ? undefined
    : `${name} refused the message (HTTP ${answer.status}).`;
};

/** The same for a pressed button. */
export const pressNotice = (reason: string): string => `Something went wrong with this button: ${reason}.`;
