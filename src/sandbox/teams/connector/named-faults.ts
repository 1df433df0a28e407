import { SECOND } from '../../../lib/clock.ts';
import type { ConnectorFaultKind } from '../api.ts';
import type { ConnectorAct, Fault } from './faults.ts';

const RETRY_AFTER = 2;
const SLOW = 3;

const refused = (code: string, message: string): Fault => ({ status: 403, body: { error: { code, message } } });

/** Teams' troubles by the names of the panel; the bodies are Teams' own, whose shape varies from kind to kind. */
const troubles: Readonly<Record<ConnectorFaultKind, (seconds: number | undefined) => Fault>> = {
  throttled: (seconds = RETRY_AFTER) => ({ status: 429, retryAfter: seconds }),
  precondition: () => ({ status: 412 }),
  'not-in-roster': () => refused('BotNotInConversationRoster', 'The bot is not part of the conversation roster.'),
  'blocked-by-user': () => refused('ConversationBlockedByUser', 'User blocked the conversation with the bot.'),
  'disabled-by-admin': () => refused('BotDisabledByAdmin', 'The tenant admin disabled this bot.'),
  'writes-blocked': () => ({ status: 403, body: writesBlocked }),
  'not-found': () => ({ status: 404 }),
  'too-large': () => ({ status: 413 }),
  'lost-after-accepting': () => ({ status: 502, afterEffect: true }),
  'bad-gateway': () => ({ status: 502 }),
  slow: (seconds = SLOW) => ({ ms: seconds * SECOND }),
};

/** Here the word stands in JSON within the message of the JSON. */
const writesBlocked = {
  errorCode: 209,
  message: JSON.stringify({
    subCode: 'MessageWritesBlocked',
    details: 'Thread is not allowed to be written to',
    errorCode: null,
    errorSubCode: null,
  }),
};

export interface NamedFault {
  readonly kind: ConnectorFaultKind;
  readonly on?: ConnectorAct | undefined;
  readonly count?: number | undefined;
  /** The Retry-After of `throttled`, or how long `slow` takes. */
  readonly seconds?: number | undefined;
}

export const namedFault = ({ kind, on, count = 1, seconds }: NamedFault): Fault => ({
  kind,
  count,
  ...(on === undefined ? {} : { on }),
  ...troubles[kind](seconds),
});
