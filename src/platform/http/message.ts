import { AppError, type TextKey } from '#platform/lib/errors.ts';
import type { Secret } from '#platform/lib/secret.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  /** The only origin that this request may go to, as in `URL.origin`; any other is refused before anything is sent. */
  readonly origin: string;
  /** The only place where a Secret is revealed. */
  readonly headers?: Readonly<Record<string, string | Secret>>;
  readonly body?: string;
  /**
   * When the request is retried (docs/sources.md, What may be sent again): `read` and `same-bytes` also after a lost answer, `charged` after
   * only one lost answer and with three tries at most, `refused-only` if it was certainly not sent or answered with 429 or
   * 503, `unsent-only` if it was certainly not sent, `none` never.
   */
  readonly retry: 'read' | 'same-bytes' | 'charged' | 'refused-only' | 'unsent-only' | 'none';
  /** Milliseconds in total, including tries and waits. */
  readonly deadlineMs: number;
  /** The longest wait for the server's sake, in milliseconds: beyond it the request fails as `throttled`. */
  readonly longestWaitMs?: number | undefined;
  /** The most bytes of the answer's body; 5 MB when absent. */
  readonly maxBytes?: number;
  /** Name (never the value) of the credential: a 429 pauses it on this host for every caller, or what `limits` says. */
  readonly credential?: string;
  /** What a 429 pauses, where that is less than everything that the credential is used for. */
  readonly limits?: Limits;
  /** It is sent whatever other calls were told to wait; what it is told itself, it keeps to. */
  readonly urgent?: boolean;
  /** For the log. */
  readonly correlation?: string;
  readonly beforeTry?: BeforeTry;
}

/** The limits of the server that a request counts against, by any names. */
export interface Limits {
  /** A pause of any of them holds the request. */
  readonly all: readonly string[];
  /** Those that a 429 says are used up. */
  usedUp(answer: HttpResponse): readonly string[];
}

/** Awaited before each try, to record its possible cost; an error ends the request. @param doubt the previous try may have been carried out */
export type BeforeTry = (attempt: number, doubt: boolean) => Promise<void>;

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Why there is no answer. `not-sent`: the server certainly did not get it. `lost`: it may have. `too-large`: the
 * answer was over the limit. `unreadable`: it is encoded, although that was not allowed. `wrong-origin`: refused before anything was sent. `throttled`: the server
 * wants a longer pause than the request allows; the request was not carried out.
 */
type HttpFailureKind = 'not-sent' | 'lost' | 'too-large' | 'unreadable' | 'wrong-origin' | 'throttled';

const texts: Record<HttpFailureKind, TextKey> = {
  'not-sent': 'http.error.notSent',
  lost: 'http.error.lost',
  'too-large': 'http.error.tooLarge',
  unreadable: 'http.error.unreadable',
  'wrong-origin': 'http.error.wrongOrigin',
  throttled: 'http.error.throttled',
};

const codes: Record<HttpFailureKind, string> = {
  'not-sent': 'Http.NotSent',
  lost: 'Http.Lost',
  'too-large': 'Http.TooLarge',
  unreadable: 'Http.Unreadable',
  'wrong-origin': 'Http.WrongOrigin',
  throttled: 'Http.Throttled',
};

export class HttpFailure extends AppError {
  override readonly name = 'HttpFailure';
  readonly kind: HttpFailureKind;
  /** Never with a path or a query. */
  readonly host: string;
  /** The pause that the server asks for, in milliseconds from now; only with `throttled`. */
  readonly retryAfterMs: number | undefined;
  /** With `throttled`: the server itself is unavailable (503), rather than called too often (429). */
  readonly away: boolean;
  /** With `not-sent`: host and port of the proxy that refused the way to the server. */
  readonly proxy: string | undefined;

  constructor(
    kind: HttpFailureKind,
    host: string,
    options: { retryAfterMs?: number; away?: boolean; proxy?: string; cause?: unknown } = {},
  ) {
    super({
      code: codes[kind],
      text: options.proxy === undefined ? texts[kind] : 'http.error.proxy',
      values: { host, proxy: options.proxy ?? '', seconds: Math.ceil((options.retryAfterMs ?? 0) / 1_000) },
      retryable: kind === 'not-sent' || kind === 'lost' || kind === 'throttled',
      cause: options.cause,
    });
    this.kind = kind;
    this.host = host;
    this.retryAfterMs = options.retryAfterMs;
    this.away = options.away ?? false;
    this.proxy = options.proxy;
  }
}
