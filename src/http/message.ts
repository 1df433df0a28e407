import type { Secret } from '../lib/secret.ts';

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
