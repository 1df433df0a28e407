import { AppError } from '../lib/errors.ts';
import type { TextKey } from '../lib/text-key.ts';

/**
 * Why there is no answer. `not-sent`: the other side provably did not get it. `lost`: it may have. `too-large`: the
 * answer came and was over the cap. `wrong-origin`: refused before anything was sent. `throttled`: the other side
 * wants a longer pause than the deadline leaves; the request was not carried out.
 */
export type HttpFailureKind = 'not-sent' | 'lost' | 'too-large' | 'wrong-origin' | 'throttled';

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
