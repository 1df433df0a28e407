import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Log } from '../../../src/platform/lib/logger.ts';
import { pageHeaders, pageOf } from '../../small-page.ts';
import {
  type Answer,
  type Call,
  findRoute,
  json,
  KILOBYTE,
  Problem,
  parseJson,
  type Route,
  readBody,
  readBytes,
  segmentsOf,
} from './answer.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

/**
 * Keeps pages of other sites out: a browser tells the Host that it believes to speak to (a name turned to loopback
 * shows here) and, whenever it changes something, the Origin of the page.
 * @throws Problem 403
 */
const guard = (method: string, headers: IncomingHttpHeaders): void => {
  const host = headers.host ?? '';
  if (!LOOPBACK.test(host)) throw new Problem(403, 'Forbidden', 'Only 127.0.0.1 and localhost are answered.');
  const { origin } = headers;
  if (method === 'GET' || origin === undefined) return;
  if (origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new Problem(403, 'Forbidden', 'Another site may not do this.');
  }
};

const DEFAULT_MAX_BYTES = 64 * KILOBYTE;
const GRACE_MS = 2_000;
const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

interface SandboxServer {
  /** http://127.0.0.1:<port> */
  readonly url: string;
  /** From here on requests are answered; before, they get 503. */
  open(routes: readonly Route[]): void;
  /** Ends when all that had arrived by now is answered, whether or not its sender still listens. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Takes the port at once, on loopback only. node:http instead of restify: its router ends paths at `;`, which is a
 * part of every thread's id, and event streams stay open for hours.
 * @param port 0 takes any free one
 * @throws Error that names a taken port
 */
export const createSandboxServer = async (port: number, log: Log): Promise<SandboxServer> => {
  let routes: readonly Route[] | undefined;
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answerTo(request, routes, log)
      .then((answer) => write(response, answer))
      .finally(() => running.delete(work));
    running.add(work);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken`, { cause: error }) : error),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (opened) => {
      routes = opened;
    },
    async idle() {
      // Between two turns of the loop every socket is read.
      await turn();
      await turn();
      await Promise.all(running);
    },
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
};

const answerTo = async (request: IncomingMessage, routes: readonly Route[] | undefined, log: Log): Promise<Answer> => {
  const method = request.method ?? '';
  try {
    guard(method, request.headers);
    if (!routes && method === 'GET' && request.headers.accept?.includes('text/html')) return startingPage();
    if (!routes) throw new Problem(503, 'ServiceUnavailable', 'The sandbox is starting.', { 'retry-after': '1' });
    const segments = segmentsOf(request.url ?? '');
    const { route, params } = findRoute(routes, method === 'HEAD' ? 'GET' : method, segments);
    return await route.handle(toCall(request, segments, params, route.maxBytes ?? DEFAULT_MAX_BYTES));
  } catch (error) {
    if (error instanceof Problem) {
      return json(error.status, { error: { code: error.code, message: error.message } }, error.headers);
    }
    log.error('sandbox.teams.failed', { method, error });
    return json(500, { error: { code: 'ServiceError', message: 'The sandbox failed; its log says why.' } });
  }
};

/** For whoever opens the chat page too early: it loads itself again until it is there. */
const startingPage = (): Answer => ({
  kind: 'file',
  status: 503,
  content: pageOf('Steward is starting', '<p>This page opens by itself in a moment.</p>', RELOAD),
  headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' },
});

const RELOAD = '<meta http-equiv="refresh" content="1">';

const toCall = (
  request: IncomingMessage,
  segments: readonly string[],
  params: Call['params'],
  maxBytes: number,
): Call => ({
  method: request.method ?? '',
  path: `/${segments.join('/')}`,
  params,
  query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
  headers: request.headers,
  json: async () => parseJson(await readBody(request, 'application/json', maxBytes)),
  form: async () => new URLSearchParams(await readBody(request, 'application/x-www-form-urlencoded', maxBytes)),
  bytes: () => readBytes(request, maxBytes),
});

const write = (response: ServerResponse, answer: Answer): void => {
  if (answer.kind === 'cut') {
    response.socket?.destroy();
    return;
  }
  if (answer.kind === 'stream') {
    answer.open(response);
    return;
  }
  if (answer.kind === 'file') {
    // Not chained: restify, once loaded, replaces writeHead of every response by one that returns nothing.
    response.writeHead(answer.status ?? 200, { ...SAFE, ...answer.headers });
    response.end(answer.content);
    return;
  }
  const type = answer.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(answer.status, { ...SAFE, ...type, ...answer.headers });
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
};
