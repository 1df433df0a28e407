import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, errors, request as undiciRequest } from 'undici';
import { Secret } from '../lib/secret.ts';
import { HttpFailure } from './failure.ts';
import type { HttpRequest, HttpResponse } from './message.ts';

const CONNECT_MS = 3_000;
const CONNECTIONS = 64;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

/** Set once the request is handed to a connected socket: from then on it may have arrived. */
interface Mark {
  started: boolean;
}

const markStart = (handler: Dispatcher.DispatchHandler, mark: Mark): Dispatcher.DispatchHandler => ({
  onRequestStart(controller, context) {
    mark.started = true;
    handler.onRequestStart?.(controller, context);
  },
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
  onResponseError: (...args) => handler.onResponseError?.(...args),
});

const marking: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { opaque } = options as { opaque?: Mark };
  return dispatch(options, opaque ? markStart(handler, opaque) : handler);
};

export interface Exchange {
  /**
   * One try: no retry, no redirect, no decoding of an encoded body.
   * @throws HttpFailure of kind `not-sent`, `lost` or `too-large`
   */
  once(request: HttpRequest, url: URL, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
  /** Cuts what is under way; it ends as `lost` or `not-sent`. */
  destroy(): Promise<void>;
}

export const createExchange = (): Exchange => {
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, connections: CONNECTIONS, pipelining: 1 });
  const dispatcher = agent.compose(marking);
  return {
    async once(request, url, signal) {
      const mark: Mark = { started: false };
      try {
        const answer = await undiciRequest(url, {
          dispatcher,
          method: request.method,
          headers: reveal(request.headers ?? {}),
          body: request.body ?? null,
          signal,
          opaque: mark,
          headersTimeout: 0, // The signal holds the one deadline there is.
          bodyTimeout: 0,
        });
        const headers = flatten(answer.headers);
        const text = await read(answer.body, headers, request.maxBytes ?? DEFAULT_MAX_BYTES, url.host);
        return { status: answer.statusCode, headers, text };
      } catch (error) {
        throw sorted(error, mark, url.host);
      }
    },
    close: () => agent.close(),
    destroy: () => agent.destroy(),
  };
};

const reveal = (headers: Readonly<Record<string, string | Secret>>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      value instanceof Secret ? value.reveal() : value,
    ]),
  ),
  'accept-encoding': 'identity',
});

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

const read = async (
  body: Readable,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
  host: string,
): Promise<string> => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    body.on('error', () => {}).destroy(); // The destroyed stream reports its own abort.
    throw new HttpFailure('lost', host, { cause: new Error('the answer is encoded although that was not allowed') });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new HttpFailure('too-large', host);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

/** Nothing reaches the other side before there is a connection and the request is handed to it. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const sorted = (error: unknown, mark: Mark, host: string): unknown => {
  if (error instanceof HttpFailure || error instanceof errors.InvalidArgumentError) return error;
  const { code } = error as { code?: unknown };
  const unsent = !mark.started || (typeof code === 'string' && CONNECTION_CODES.has(code));
  return new HttpFailure(unsent ? 'not-sent' : 'lost', host, { cause: error });
};
