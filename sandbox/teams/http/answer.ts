import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

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

type Headers = Readonly<Record<string, string>>;

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

export const KILOBYTE = 1_024;

/**
 * The request's body as text, counted while it arrives.
 * @param type the only content type that is taken
 * @throws Problem 415 for another type or an encoding, 413 beyond `maxBytes`
 */
export const readBody = async (request: IncomingMessage, type: string, maxBytes: number): Promise<string> => {
  const sent = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (sent !== type) throw new Problem(415, 'UnsupportedMediaType', `Send ${type}.`);
  return (await readBytes(request, maxBytes)).toString('utf8');
};

/**
 * The request's body as it came, counted while it arrives.
 * @throws Problem 415 for an encoding, 413 beyond `maxBytes`
 */
export const readBytes = async (request: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  if (request.headers['content-encoding']) {
    throw new Problem(415, 'UnsupportedMediaType', 'Send the body without a content encoding.');
  }
  const tooLarge = new Problem(413, 'RequestEntityTooLarge', `The body is larger than ${maxBytes / KILOBYTE} KB.`, {
    connection: 'close',
  });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  return collect(request, maxBytes, tooLarge);
};

/** Listens to events: leaving an async iterator early would close the socket before the refusal is written. */
const collect = (request: IncomingMessage, maxBytes: number, tooLarge: Problem): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Of a sender that is gone there is no further event once the socket is closed.
    const cut = (): void => reject(new Problem(400, 'RequestCut', 'The sender has gone before the end of the body.'));
    if (request.destroyed) cut();
    request.once('close', cut);
    request.once('error', cut);
  });

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'BadSyntax', 'The body is not JSON.');
  }
};

interface Match {
  readonly route: Route;
  readonly params: Call['params'];
}

/** Decoded segments of a request's path; empty ones are left out, so that a doubled slash means nothing. */
export const segmentsOf = (url: string): string[] => {
  try {
    return (url.split('?')[0] ?? '').split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw new Problem(400, 'BadArgument', 'The path is not well percent-encoded.');
  }
};

/** Fixed words match in any case, as Teams has it. @throws Problem 404 for a path that no route has, 405 for one that knows other methods only */
export const findRoute = (routes: readonly Route[], method: string, segments: readonly string[]): Match => {
  const matches = routes.flatMap((route) => {
    const params = matchPath(route.path, segments);
    return params ? [{ route, params }] : [];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  if (matches.length > 0) throw new Problem(405, 'MethodNotAllowed', `${method} is not known here.`);
  throw new Problem(404, 'NotFound', 'There is nothing here.');
};

const matchPath = (pattern: string, segments: readonly string[]): Record<string, string> | undefined => {
  const parts = pattern.split('/').filter(Boolean);
  const open = parts.at(-1) === '*';
  const fixed = open ? parts.slice(0, -1) : parts;
  if (open ? segments.length <= fixed.length : segments.length !== fixed.length) return undefined;
  const params: Record<string, string> = open ? { rest: segments.slice(fixed.length).join('/') } : {};
  for (const [index, part] of fixed.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
};
