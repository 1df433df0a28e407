import { AppError } from '../lib/errors.ts';
import type { TextKey } from '../lib/text-key.ts';

/**
 * The kinds of failed calls to Teams.
 * - nothing was posted, a retry may help: `throttled` (429, or our own rate limits), `busy` (412), `not-sent`
 * - unknown whether it was posted: `unclear` (5xx, reset, timeout)
 * - nothing was posted, a retry does not help: all others. `gone` is 404; `left` means that the bot was removed from the
 *   conversation, `blocked` that a person or an administrator blocked it, `edit-refused` that this tenant allows no edits,
 *   `too-large` that the message is over 28 KB
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
