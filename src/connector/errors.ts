import { AppError } from '../lib/errors.ts';
import type { TextKey } from '../lib/text-key.ts';

/**
 * What became of a call to Teams.
 * - nothing was posted and it may be tried again: `throttled` (429, or our own windows), `busy` (412), `not-sent`
 * - nobody knows whether it was posted: `unclear` (5xx, reset, time-out)
 * - nothing was posted and trying again is of no use: all others; `gone` is 404, `left` means that the bot was removed
 *   from the conversation, `blocked` that a person or an administrator stopped it, `edit-refused` that this tenant
 *   takes no edits, `too-large` that the message is over 28 KB
 */
export type ConnectorErrorKind =
  | 'throttled'
  | 'busy'
  | 'not-sent'
  | 'unclear'
  | 'gone'
  | 'left'
  | 'blocked'
  | 'edit-refused'
  | 'too-large'
  | 'unauthorized'
  | 'refused';

export interface ConnectorErrorDetails {
  /** Key of the text when the kind's own does not fit. */
  readonly text?: TextKey;
  /** How long Teams, or our own windows, want us to wait. */
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
  'edit-refused': 'connector.error.editRefused',
  'too-large': 'connector.error.tooLarge',
  unauthorized: 'connector.error.unauthorized',
  refused: 'connector.error.refused',
};

const retryable: ReadonlySet<ConnectorErrorKind> = new Set(['throttled', 'busy', 'not-sent']);

/** Code `Connector.<kind>`; `retryable` only where the message was provably not posted. */
export class ConnectorError extends AppError {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorErrorKind;
  readonly retryAfterMs?: number;
  readonly status?: number;

  constructor(kind: ConnectorErrorKind, details: ConnectorErrorDetails = {}) {
    super({
      code: `Connector.${kind}`,
      text: details.text ?? texts[kind],
      retryable: retryable.has(kind),
      cause: details.cause,
    });
    this.kind = kind;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.status !== undefined) this.status = details.status;
  }
}
