import type { HttpRequest, HttpResponse } from '#platform/http/http.ts';
import { HttpFailure } from '#platform/http/message.ts';
import { retryAfterMs } from '#platform/http/retry.ts';
import { AppError, type TextKey } from '#platform/lib/errors.ts';

/**
 * The kinds of failed calls to Teams.
 * - nothing was posted, a retry may help: `throttled` (429, or our own rate limits), `busy` (412), `not-sent`
 * - unknown whether it was posted: `unclear` (5xx, reset, timeout)
 * - nothing was posted, and once the refusal counts (see `RefusalMeaning`) nothing will be until people change something in
 *   Teams: `left` (the app is not installed there), `blocked` (by the person, or by the channel's moderation), `disabled` (by an
 *   administrator), `forbidden` (any other 403)
 * - nothing was posted: all others. `gone` is 404; `edit-refused` is any other 403 to an edit; `too-large` means that the message
 *   is over 28 KB
 */
export type ConnectorErrorKind =
  | 'throttled'
  | 'busy'
  | 'not-sent'
  | 'unclear'
  | 'gone'
  | 'left'
  | 'blocked'
  | 'disabled'
  | 'forbidden'
  | 'edit-refused'
  | 'too-large'
  | 'unauthorized'
  | 'refused';

/**
 * Whether a refusal of Teams may pass.
 * - `later`: it passes by itself; only one that lasts for minutes counts
 * - `gone`: the same; at last the message or conversation counts as deleted
 * - `once`: it lasts, but has been seen to pass: one more try
 * - `final`: it lasts until people change something
 */
export type RefusalMeaning = 'later' | 'gone' | 'once' | 'final';

interface ConnectorErrorDetails {
  /** `final` when absent. */
  readonly meaning?: RefusalMeaning | undefined;
  /** Key of a text that replaces the kind's own. */
  readonly text?: TextKey;
  /** The wait that Teams, or our own rate limits, ask for. */
  readonly retryAfterMs?: number | undefined;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

const texts: Record<ConnectorErrorKind, TextKey> = {
  throttled: 'connector.error.throttled',
  busy: 'connector.error.busy',
  'not-sent': 'connector.error.notSent',
  unclear: 'connector.error.unclear',
  gone: 'connector.error.gone',
  left: 'connector.error.left',
  blocked: 'connector.error.blocked',
  disabled: 'connector.error.disabled',
  forbidden: 'connector.error.forbidden',
  'edit-refused': 'connector.error.editRefused',
  'too-large': 'connector.error.tooLarge',
  unauthorized: 'connector.error.unauthorized',
  refused: 'connector.error.refused',
};

const retryable: ReadonlySet<ConnectorErrorKind> = new Set(['throttled', 'busy', 'not-sent']);

/** Code `Connector.<kind>`; `retryable` only if the message was certainly not posted. */
export class ConnectorError extends AppError {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly retryAfterMs?: number;
  readonly status?: number;
  readonly meaning: RefusalMeaning;

  constructor(kind: ConnectorErrorKind, details: ConnectorErrorDetails = {}) {
    super({
      code: `Connector.${kind}`,
      text: details.text ?? texts[kind],
      retryable: retryable.has(kind),
      cause: details.cause,
    });
    this.kind = kind;
    this.meaning = details.meaning ?? 'final';
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.status !== undefined) this.status = details.status;
  }
}

const shutOut: readonly ConnectorErrorKind[] = ['left', 'blocked', 'disabled', 'forbidden'];

/** The codes of conversations that take no posts until people change something in Teams. */
export const SHUT_OUT: readonly string[] = shutOut.map((kind) => `Connector.${kind}`);

/** The conversation takes no posts until people change something in Teams. */
export const isShutOut = ({ kind }: ConnectorError): boolean => shutOut.includes(kind);

const notThere: readonly ConnectorErrorKind[] = ['left', 'gone', 'blocked', 'forbidden', 'refused'];

/** Teams lets the bot see nothing there: it is not a member, or what it asks for is not there. */
export const isAbsent = (error: unknown): boolean => error instanceof ConnectorError && notThere.includes(error.kind);

/** What Teams means by a code or by words of a refusal. */
interface Refusal {
  /** Searched for anywhere in the body: its shape varies from service to service. */
  readonly words: string;
  /** As the status says where it is absent. */
  readonly kind?: ConnectorErrorKind;
  readonly meaning: RefusalMeaning;
}

/** The refusals of Teams with status 400, 403 or 404, by its documents and public reports; the first that fits counts. */
export const refusals: readonly Refusal[] = [
  { words: 'BotNotInConversationRoster', kind: 'left', meaning: 'once' },
  { words: 'ForbiddenOperationException', kind: 'left', meaning: 'final' },
  { words: 'ConversationBlockedByUser', kind: 'blocked', meaning: 'final' },
  { words: 'MessageWritesBlocked', kind: 'blocked', meaning: 'final' },
  { words: 'BotDisabledByAdmin', kind: 'disabled', meaning: 'once' },
  { words: 'TenantNoPermission', kind: 'disabled', meaning: 'once' },
  { words: 'NotEnoughPermissions', meaning: 'final' },
  { words: 'InvalidBotApiHost', kind: 'refused', meaning: 'final' },
  { words: 'MessageSizeTooBig', kind: 'too-large', meaning: 'final' },
  { words: 'ActivityNotFoundInConversation', kind: 'gone', meaning: 'gone' },
  { words: 'ConversationNotFound', kind: 'gone', meaning: 'gone' },
  { words: 'BadSyntax', kind: 'refused', meaning: 'final' },
  { words: 'Failed to decrypt', meaning: 'later' },
  { words: 'BadArgument', meaning: 'later' },
  { words: 'ServiceError', meaning: 'later' },
];

/** A refusal without any of these words has an unknown reason, so it is tried again. */
const UNKNOWN = { meaning: 'later' } as const;

const READ_BY_WORDS: ReadonlySet<number> = new Set([400, 403, 404]);

/** What a refusal means; undefined for a status that is judged by itself. */
const readRefusal = (
  { status, text }: { readonly status: number; readonly text: string },
  method: HttpRequest['method'],
): { readonly kind: ConnectorErrorKind; readonly meaning: RefusalMeaning } | undefined => {
  if (!READ_BY_WORDS.has(status)) return undefined;
  const said = text.toLowerCase();
  const found: Omit<Refusal, 'words'> = refusals.find(({ words }) => said.includes(words.toLowerCase())) ?? UNKNOWN;
  return { kind: found.kind ?? kindOfStatus(status, method), meaning: found.meaning };
};

const kindOfStatus = (status: number, method: HttpRequest['method']): ConnectorErrorKind => {
  if (status === 404) return 'gone';
  if (status === 403 && method === 'PUT') return 'edit-refused';
  return status === 403 && method === 'POST' ? 'forbidden' : 'refused';
};

/** The meaning of a lost answer: none for a read; any other call may have had its effect. */
const whenLost = (method: HttpRequest['method']): ConnectorErrorKind => (method === 'GET' ? 'not-sent' : 'unclear');

/** Kind of any other status outside 2xx. A 5xx may come from a gateway although Teams accepted the message. */
const kindOf = ({ status }: HttpResponse, method: HttpRequest['method']): ConnectorErrorKind => {
  if (status === 401) return 'unauthorized';
  if (status === 410) return 'gone';
  if (status === 412) return 'busy';
  if (status === 413) return 'too-large';
  if (status === 429) return 'throttled';
  return status === 408 || status >= 500 ? whenLost(method) : 'refused';
};

const CODE = /"(?:code|subCode)\\?"\s*:\s*\\?"(\w{1,60})/;

/** The service's own code, for the log. */
const codeIn = ({ text }: HttpResponse): Error | undefined => {
  const code = CODE.exec(text)?.[1];
  return code === undefined ? undefined : new Error(code);
};

/** @param now milliseconds since 1970, for a Retry-After with a date */
export const failureOf = (response: HttpResponse, method: HttpRequest['method'], now: number): ConnectorError => {
  const refusal = readRefusal(response, method);
  return new ConnectorError(refusal?.kind ?? kindOf(response, method), {
    meaning: refusal?.meaning,
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], now),
    cause: codeIn(response),
  });
};

/** The error for a request without an answer. */
export const unanswered = (error: unknown, method: HttpRequest['method']): unknown => {
  if (!(error instanceof HttpFailure)) return error;
  if (error.kind === 'not-sent' || error.kind === 'throttled') {
    return new ConnectorError(error.kind, { retryAfterMs: error.retryAfterMs, cause: error });
  }
  return new ConnectorError(error.kind === 'wrong-origin' ? 'refused' : whenLost(method), { cause: error });
};
