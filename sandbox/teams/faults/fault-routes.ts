import { z } from 'zod';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { ConnectorFaultKind, FaultsView } from '../api.ts';
import type { ConnectorAct, Fault, Faults, InvokeFaults } from '../connector/faults.ts';
import { json, type Route } from '../http/answer.ts';
import { bodyRoute, read } from '../http/page-arguments.ts';
import type { VendorControl } from './vendor-control.ts';

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
  undecrypted: () => refused('BadArgument', 'Failed to decrypt conversation id'),
  unknown: () => refused('ServiceError', 'Unknown'),
  'message-not-found': () => ({
    ...refused('ActivityNotFoundInConversation', 'Message does not exist in the thread.'),
    status: 404,
  }),
  'without-id': () => ({ status: 201, afterEffect: true, body: {} }),
  'too-large': () => ({ status: 413 }),
  'lost-after-accepting': () => ({ status: 502, afterEffect: true }),
  'bad-gateway': () => ({ status: 502 }),
  slow: (seconds = SLOW) => ({ ms: seconds * SECOND }),
};

/** Here the code is in JSON within the message of the JSON. */
const writesBlocked = {
  errorCode: 209,
  message: JSON.stringify({
    subCode: 'MessageWritesBlocked',
    details: 'Thread is not allowed to be written to',
    errorCode: null,
    errorSubCode: null,
  }),
};

interface NamedFault {
  readonly kind: ConnectorFaultKind;
  readonly on?: ConnectorAct | undefined;
  readonly count?: number | undefined;
  /** The Retry-After of `throttled`, or how long `slow` takes. */
  readonly seconds?: number | undefined;
}

const namedFault = ({ kind, on, count = 1, seconds }: NamedFault): Fault => ({
  kind,
  count,
  ...(on === undefined ? {} : { on }),
  ...troubles[kind](seconds),
});

const count = z.int().min(1).max(1_000).optional();
const seconds = z.number().min(0).max(600).optional();

const connectorFault = z.strictObject({
  kind: z.enum(Object.keys(troubles) as ConnectorFaultKind[]),
  on: z.enum(['send', 'edit', 'create', 'members']).optional(),
  count,
  seconds,
});
const invokeFault = z.strictObject({ kind: z.enum(['again', 'late']), count, seconds });

/** Troubles by hand, for the panel of the chat page (api.ts has the types). */
export const createFaultRoutes = (deps: {
  connector: Faults;
  invokes: InvokeFaults;
  vendor: VendorControl;
}): readonly Route[] => {
  const { connector, invokes, vendor } = deps;
  const view = async (): Promise<FaultsView> => {
    const there = await vendor.read();
    return { connector: connector.list(), invokes: invokes.list(), ...(there ? { vendor: there } : {}) };
  };
  const vendorRoute = (name: 'faults' | 'clock' | 'incident', schema: z.ZodType): Route => ({
    method: 'POST',
    path: `/api/faults/${name === 'faults' ? 'vendor' : name}`,
    handle: async (call) => vendor.switch(name, read(schema, await call.json())),
  });
  return [
    { method: 'GET', path: '/api/faults', handle: async () => json(200, await view()) },
    bodyRoute('POST', '/api/faults/connector', connectorFault, (fault) => {
      connector.next(namedFault(fault));
      return view();
    }),
    bodyRoute('POST', '/api/faults/invokes', invokeFault, (fault) => {
      invokes.next(fault);
      return view();
    }),
    {
      method: 'DELETE',
      path: '/api/faults',
      handle: async () => {
        connector.clear();
        invokes.clear();
        return json(200, await view());
      },
    },
    vendorRoute('faults', z.unknown()),
    vendorRoute('clock', z.strictObject({ advanceMs: z.int().min(0) })),
    vendorRoute('incident', z.strictObject({})),
  ];
};
