import { Agent } from 'undici';
import { Secret } from '../lib/secret.ts';
import type { HttpRequest, HttpResponse } from './message.ts';
import { Receiver } from './receiver.ts';

const CONNECT_MS = 3_000;
const CONNECTIONS = 64;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

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
  return {
    once: (request, url, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      const receiver = new Receiver(url.host, request.maxBytes ?? DEFAULT_MAX_BYTES, resolve, reject);
      const abort = (): void => receiver.abort(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: reveal(request.headers ?? {}),
          body: request.body ?? null,
          headersTimeout: 0, // The signal holds the one deadline there is.
          bodyTimeout: 0,
        },
        receiver,
      );
      return promise.finally(() => signal.removeEventListener('abort', abort));
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
