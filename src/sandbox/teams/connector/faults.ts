export type ConnectorAct = 'send' | 'edit' | 'create' | 'members';

/** A trouble for the next calls of the bot. */
export interface Fault {
  /** Answered with this status, without an effect. */
  readonly status?: number;
  /** Seconds, as the Retry-After of that answer. */
  readonly retryAfter?: number;
  /** The call takes effect, then the connection is cut before the answer. */
  readonly resetAfter?: boolean;
  /** Waited before anything else. */
  readonly ms?: number;
  /** The call takes effect, and so long after that its answer goes out. */
  readonly lateMs?: number;
  /** How many calls; 1 when absent. */
  readonly count?: number;
  /** Which calls (a deletion counts as an edit); all when absent. */
  readonly on?: ConnectorAct;
}

export interface Faults {
  next(fault: Fault): void;
  clear(): void;
  take(act: ConnectorAct): Fault | undefined;
  /** How many calls that troubles wait for have not come yet. */
  left(): number;
}

export const createFaults = (): Faults => {
  let waiting: { readonly fault: Fault; left: number }[] = [];
  return {
    next: (fault) => {
      waiting.push({ fault, left: fault.count ?? 1 });
    },
    clear: () => {
      waiting = [];
    },
    take: (act) => {
      const found = waiting.find(({ fault }) => fault.on === undefined || fault.on === act);
      if (!found) return undefined;
      found.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault;
    },
    left: () => waiting.reduce((sum, { left }) => sum + left, 0),
  };
};

/** The error code that Teams gives with a status. */
export const codeOf = (status: number): string => codes[status] ?? 'ServiceError';

const codes: Readonly<Record<number, string>> = {
  400: 'BadArgument',
  401: 'Unauthorized',
  403: 'BotNotInConversationRoster',
  404: 'ConversationNotFound',
  412: 'PreconditionFailed',
  413: 'MessageSizeTooBig',
  429: 'TooManyRequests',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};
