import { z } from 'zod';
import type { InvokeResult } from '../api.ts';
import type { BotAnswer } from '../channel/bot-door.ts';

const card = z.looseObject({ type: z.literal('AdaptiveCard') });

/** The answers to adaptiveCard/action that Teams takes; it insists on HTTP 200 with the code inside. */
const answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('application/vnd.microsoft.card.adaptive'), statusCode: z.literal(200), value: card }),
  z.object({
    type: z.literal('application/vnd.microsoft.activity.message'),
    statusCode: z.literal(200),
    value: z.string(),
  }),
  z.object({
    type: z.literal('application/vnd.microsoft.error'),
    statusCode: z.int().min(400).max(599),
    value: z.object({ code: z.string(), message: z.string() }),
  }),
]);

export interface JudgedAnswer {
  readonly result: InvokeResult;
  /** The card that takes the pressed one's place for the clicker. */
  readonly card?: object;
  /** Why Teams would show an error. */
  readonly fault?: string;
}

/** Looks at a bot's answer to a pressed button as Teams does. */
export const judgeInvokeAnswer = (given: BotAnswer): JudgedAnswer => {
  if (given.kind === 'unreachable') return { result: { status: 502 }, fault: 'the bot could not be reached' };
  if (given.kind === 'late') return { result: { status: 504 }, fault: 'the bot did not answer within 15 seconds' };
  const { status, body } = given;
  if (status !== 200) return { result: { status }, fault: `the bot answered HTTP ${status}` };
  if (body === undefined) return { result: { status }, fault: 'the bot gave an empty answer' };
  const parsed = answer.safeParse(body);
  if (!parsed.success) return { result: { status }, fault: 'the bot gave an answer that Teams does not know' };
  const { data } = parsed;
  const result = { status, body: data };
  return typeof data.value === 'object' && 'type' in data.value ? { result, card: data.value } : { result };
};
