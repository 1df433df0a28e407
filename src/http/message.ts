import { AppError } from '../lib/errors.ts';
import type { Secret } from '../lib/secret.ts';
import type { TextKey } from '../lib/text-key.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  /** The only origin this request may go to, written as `URL.origin`; another one is refused before anything is sent. */
  readonly origin: string;
  /** A Secret is revealed only here. */
  readonly headers?: Readonly<Record<string, string | Secret>>;
  readonly body?: string;
  /**
   * What may be tried again (vendor-facts section 4): `read` and `same-bytes` also after a lost answer, `charged` after
   * one lost answer only and three tries at most, `refused-only` when it was provably not sent or answered with 429 or
   * 503, `unsent-only` when it was provably not sent, `none` never.
   */
  readonly retry: 'read' | 'same-bytes' | 'charged' | 'refused-only' | 'unsent-only' | 'none';
  /** Milliseconds in total, tries and waits included. */
  readonly deadlineMs: number;
  /** Cap of the answer's body in bytes; 5 MB when absent. */
  readonly maxBytes?: number;
  /** Name (never the value) of the credential: a 429 parks it on this host for every caller. */
  readonly credential?: string;
  /** For the log. */
  readonly correlation?: string;
  readonly beforeTry?: BeforeTry;
}

/**
 * Awaited before each try, the first included, so that what it may cost is written down before it goes out. What it
 * throws ends the request, and nothing more goes out.
 * @param attempt from 1
 * @param doubt the try just before this one may have been carried out
 */
export type BeforeTry = (attempt: number, doubt: boolean) => Promise<void>;

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Why there is no answer. `not-sent`: the other side provably did not get it. `lost`: it may have. `too-large`: the
 * answer came and was over the cap. `wrong-origin`: refused before anything was sent. `throttled`: the other side
 * wants a longer pause than the deadline leaves; the request was not carried out.
 */
type HttpFailureKind = 'not-sent' | 'lost' | 'too-large' | 'wrong-origin' | 'throttled';

const texts: Record<HttpFailureKind, TextKey> = {
  'not-sent': 'http.error.notSent',
  lost: 'http.error.lost',
  'too-large': 'http.error.tooLarge',
  'wrong-origin': 'http.error.wrongOrigin',
  throttled: 'http.error.throttled',
};

const codes: Record<HttpFailureKind, string> = {
  'not-sent': 'Http.NotSent',
  lost: 'Http.Lost',
  'too-large': 'Http.TooLarge',
  'wrong-origin': 'Http.WrongOrigin',
  throttled: 'Http.Throttled',
};

export class HttpFailure extends AppError {
  override readonly name = 'HttpFailure';
  readonly kind: HttpFailureKind;
  /** How long the other side wants to be left alone, in milliseconds from now; only with `throttled`. */
  readonly retryAfterMs: number | undefined;
  /** With `throttled`: the other side has a trouble of its own (503), it is not that we asked too often (429). */
  readonly away: boolean;

  /** @param host for the person who reads the text; never a path or a query */
  constructor(
    kind: HttpFailureKind,
    host: string,
    options: { retryAfterMs?: number; away?: boolean; cause?: unknown } = {},
  ) {
    super({
      code: codes[kind],
      text: texts[kind],
      values: { host, seconds: Math.ceil((options.retryAfterMs ?? 0) / 1_000) },
      retryable: kind === 'not-sent' || kind === 'lost' || kind === 'throttled',
      cause: options.cause,
    });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.away = options.away ?? false;
  }
}
