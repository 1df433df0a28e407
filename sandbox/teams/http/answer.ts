import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** One request as a route sees it. */
export interface Call {
  readonly method: string;
  /** Percent-decoded, without doubled slashes and without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON; 415, 413 or 400 when it is none. */
  json(): Promise<unknown>;
  /** The body as a form (application/x-www-form-urlencoded). */
  form(): Promise<URLSearchParams>;
  /** The body as bytes, of any content type; 413 when it is too large. */
  bytes(): Promise<Buffer>;
}

export type Headers = Readonly<Record<string, string>>;

export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body?: unknown; readonly headers?: Headers }
  /** 200 where no status is given. */
  | {
      readonly kind: 'file';
      readonly content: string | Buffer;
      readonly headers: Headers;
      readonly status?: number;
    }
  | { readonly kind: 'stream'; open(response: ServerResponse): void }
  /** The connection is cut without a word, as a broken network does it. */
  | { readonly kind: 'cut' };

export const json = (status: number, body?: unknown, headers: Headers = {}): Answer => ({
  kind: 'json',
  status,
  body,
  headers,
});

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments; `:name` takes one, a last `*` takes the rest (as the parameter `rest`). */
  readonly path: string;
  readonly maxBytes?: number;
  handle(call: Call): Answer | Promise<Answer>;
}

/** A refusal for the caller: `{error: {code, message}}` under its status. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly headers: Headers;

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}
