import { type Dispatcher, errors } from 'undici';
import type { Clock } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { HttpFailure, type HttpRequest, type HttpResponse } from './message.ts';
import { proxyStatus } from './network-trouble.ts';
import { createDispatcher, type ForwardProxy } from './proxy.ts';

/** The time on other servers, by the Date header of their answers. */
export interface ServerTime {
  heard(date: string | undefined): void;
  /** How far our clock is ahead of the server that answered last, in milliseconds, to a second; undefined before an answer. */
  ahead(): number | undefined;
}

/** @param elapsed a monotonic clock, in milliseconds, for the time since an answer */
export const createServerTime = (clock: Clock, elapsed: () => number = () => performance.now()): ServerTime => {
  let begin: number | undefined;
  return {
    heard(date) {
      const theirs = Date.parse(date ?? '');
      if (!Number.isNaN(theirs)) begin = theirs - elapsed();
    },
    ahead: () => (begin === undefined ? undefined : clock.now() - (begin + elapsed())),
  };
};

const CONNECT_MS = 3_000;
const CONNECTIONS = 64;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

interface Exchange {
  /** One try: no retry, no redirect. @throws HttpFailure of kind `not-sent`, `lost`, `too-large` or `unreadable` */
  once(request: HttpRequest, url: URL, signal: AbortSignal): Promise<HttpResponse>;
  close(): Promise<void>;
  /** Aborts running requests; they end as `lost` or `not-sent`. */
  destroy(): Promise<void>;
}

export const createExchange = (proxy: ForwardProxy | undefined): Exchange => {
  const proxyHost = proxy && new URL(proxy.address.reveal()).host;
  const agent = createDispatcher(proxy, CONNECT_MS, CONNECTIONS);
  return {
    once: (request, url, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
      const receiver = new Receiver(
        { to: url.host, proxy: proxyHost },
        request.maxBytes ?? DEFAULT_MAX_BYTES,
        resolve,
        reject,
      );
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
          headersTimeout: 0, // The signal is the only deadline.
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

/** The host that is asked, and the proxy on the way where there is one. */
interface Way {
  readonly to: string;
  readonly proxy: string | undefined;
}

/** Reads one answer directly from undici; a Node stream between them would cost more than all of this. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #way: Way;
  readonly #maxBytes: number;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  /** Set once the request is handed to a connected socket: from then on it may have arrived. */
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #unread = false;

  constructor(way: Way, maxBytes: number, resolve: (response: HttpResponse) => void, reject: (error: unknown) => void) {
    this.#way = way;
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** An abort before there is a connection: nothing is sent. */
  abort(reason: Error): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
    this.#fail(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#aborted) controller.abort(this.#aborted);
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = flatten(headers);
    if ((this.#headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity') return;
    // Of a refusal the status and the headers say enough, as of a proxy's page.
    if (status < 400) throw new HttpFailure('unreadable', this.#way.to);
    this.#unread = true;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#unread) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) throw new HttpFailure('too-large', this.#way.to);
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const text = utf8.decode(Buffer.concat(this.#chunks));
    this.#resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#reject(sorted(error, this.#controller !== undefined, this.#way));
  }
}

type Headers = Record<string, string | string[] | undefined>;

const utf8 = new TextDecoder();

const flatten = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** Nothing is sent before there is a connection and the request is handed to it. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const sorted = (error: unknown, started: boolean, { to, proxy }: Way): unknown => {
  if (error instanceof HttpFailure || error instanceof errors.InvalidArgumentError) return error;
  const { code } = error as { code?: unknown };
  const unsent = !started || (typeof code === 'string' && CONNECTION_CODES.has(code));
  const refused = unsent && proxy !== undefined && proxyStatus(error) !== undefined;
  return new HttpFailure(unsent ? 'not-sent' : 'lost', to, { cause: error, ...(refused ? { proxy } : {}) });
};
