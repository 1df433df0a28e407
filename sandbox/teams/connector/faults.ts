import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { ConnectorFaultKind, ConnectorFaultView, FaultsView, InvokeFaultKind } from '../api.ts';
import { type Answer, json } from '../http/answer.ts';

export type ConnectorAct = 'send' | 'edit' | 'create' | 'members';

/** A fault for the next calls of the bot. */
export interface Fault {
  /** Its name in the panel; a fault without one is not shown there. */
  readonly kind?: ConnectorFaultKind;
  /** Answered with this status, without an effect. */
  readonly status?: number;
  /** Seconds, as the Retry-After of that answer. */
  readonly retryAfter?: number;
  /** That answer's body, if it is not the default for the status. */
  readonly body?: unknown;
  /** The call takes effect, and that answer hides it. */
  readonly afterEffect?: boolean;
  /** The call takes effect, then the connection is cut before the answer. */
  readonly resetAfter?: boolean;
  /** The delay before anything else. */
  readonly ms?: number;
  /** The delay of the answer after the call took effect. */
  readonly lateMs?: number;
  /** The number of calls; 1 when absent. */
  readonly count?: number;
  /** The affected calls (a deletion counts as an edit, a request about a team as one about members); all when absent. */
  readonly on?: ConnectorAct;
  /** The conversation of the affected calls; all when absent. */
  readonly in?: string;
}

export interface Faults {
  next(fault: Fault): void;
  clear(): void;
  take(act: ConnectorAct, conversation: string): Fault | undefined;
  /** The number of calls that faults still wait for. */
  left(): number;
  /** Those with a name, oldest first. */
  list(): ConnectorFaultView[];
}

/** Faults that wait for their calls, oldest first; each is taken `count` times, once when that is absent. */
const createFaultQueue = <F extends { readonly count?: number | undefined }>() => {
  let waiting: { readonly fault: F; left: number }[] = [];
  return {
    next: (fault: F): void => void waiting.push({ fault, left: fault.count ?? 1 }),
    clear: (): void => {
      waiting = [];
    },
    take: (fits: (fault: F) => boolean = () => true): F | undefined => {
      const found = waiting.find(({ fault }) => fits(fault));
      if (!found) return undefined;
      found.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault;
    },
    waiting: () => waiting,
  };
};

export const createFaults = (): Faults => {
  const { next, clear, take, waiting } = createFaultQueue<Fault>();
  return {
    next,
    clear,
    take: (act, conversation) =>
      take((fault) => (fault.on ?? act) === act && (fault.in ?? conversation) === conversation),
    left: () => waiting().reduce((sum, { left }) => sum + left, 0),
    list: () =>
      waiting().flatMap(({ fault: { kind, on, retryAfter, ms }, left }) => {
        const seconds = retryAfter ?? (ms === undefined ? undefined : ms / SECOND);
        if (kind === undefined) return [];
        return [{ kind, ...(on === undefined ? {} : { on }), left, ...(seconds === undefined ? {} : { seconds }) }];
      }),
  };
};

/** The bot's answer in a fault. */
export const troubleAnswer = (status: number, { retryAfter, body }: Pick<Fault, 'retryAfter' | 'body'> = {}): Answer =>
  json(
    status,
    body ?? { error: { code: codes[status] ?? 'ServiceError', message: messages[status] ?? OTHERWISE } },
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );

const OTHERWISE = 'The channel cannot do this now.';

const messages: Readonly<Record<number, string>> = {
  429: 'API calls quota exceeded.',
  412: 'Precondition failed, please try again.',
};

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

/** A fault of an invoke on its way to the bot. */
interface InvokeFault {
  readonly kind: InvokeFaultKind;
  /** How many invokes; 1 when absent. */
  readonly count?: number | undefined;
  /** How late; only of `late`. */
  readonly seconds?: number | undefined;
}

export interface InvokeFaults {
  next(fault: InvokeFault): void;
  clear(): void;
  /** The fault of this invoke, oldest first. */
  take(): { readonly kind: InvokeFaultKind; readonly lateMs: number } | undefined;
  list(): FaultsView['invokes'];
}

const LATE = 4;
const secondsOf = ({ seconds = LATE }: InvokeFault): number => seconds;

export const createInvokeFaults = (): InvokeFaults => {
  const { next, clear, take, waiting } = createFaultQueue<InvokeFault>();
  return {
    next,
    clear,
    take: () => {
      const fault = take();
      return fault && { kind: fault.kind, lateMs: secondsOf(fault) * SECOND };
    },
    list: () =>
      waiting().map(({ fault, left }) => ({
        kind: fault.kind,
        left,
        ...(fault.kind === 'late' ? { seconds: secondsOf(fault) } : {}),
      })),
  };
};
