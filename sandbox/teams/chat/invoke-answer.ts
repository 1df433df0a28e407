import { z } from 'zod';
import type { InvokeResult } from '../api.ts';
import { adaptiveCard, CARD_TYPE } from './adaptive-card.ts';
import { invokeFault } from './notices.ts';
import type { InvokeAnswer } from './reach.ts';

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

export type LoginRequest = z.infer<typeof loginRequest>['value'];

/** The answers to adaptiveCard/action that Teams accepts; it requires HTTP 200 with the code inside. */
const answer = z.discriminatedUnion('type', [
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

/** Reads a bot's answer to a pressed button as Teams does. */
export const checkInvokeAnswer = (given: InvokeAnswer): CheckedAnswer => {
  const status = statusOf(given);
  const fault = invokeFault(given);
  if (given.kind !== 'answered' || fault !== undefined) return { result: { status }, ...(fault ? { fault } : {}) };
  const { body } = given;
  if (body === undefined) return { result: { status }, fault: 'the bot gave an empty answer' };
  const parsed = answer.safeParse(body);
  if (!parsed.success) return { result: { status }, fault: 'the bot gave an answer that Teams does not know' };
  const { data } = parsed;
  const result = { status, body: data };
  return data.type === CARD_TYPE ? { result, card: data.value } : { result };
};

/** The sign-in that the bot asks for in its answer to a press; undefined where it asks for none. */
export const loginRequestOf = ({ body }: InvokeResult): LoginRequest | undefined =>
  loginRequest.safeParse(body).data?.value;

/** A missing app is 403; an unreachable or slow bot is 502. */
export const statusOf = (given: InvokeAnswer): number => {
  if (given.kind === 'answered') return given.status;
  return { absent: 403, unreachable: 502, late: 504 }[given.kind];
};
