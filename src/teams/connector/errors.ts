import { AppError } from '#platform/lib/errors.ts';
import type { TextKey } from '#platform/lib/text-key.ts';

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
