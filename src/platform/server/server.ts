import type { Server as NodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRestify, type Request, type Response } from 'restify';
import { AppError } from '#platform/lib/errors.ts';
import { type Ids, randomIds } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import {
  type BodyLimits,
  type ConnectionLimits,
  createBodies,
  defaultBodyLimits,
  defaultConnectionLimits,
  watchConnections,
} from './connections.ts';

interface Answer {
  readonly status: number;
  /** Sent as JSON; an empty body when absent. */
  readonly body?: unknown;
}

/** Takes the parsed JSON that came with a verified token; nothing else about it is known yet. */
export type Take = (body: unknown) => Promise<Answer>;

/** Whether turns can be taken; `reason` is a word for whoever watches the process. */
interface Readiness {
  readonly ready: boolean;
  readonly mode: 'sandbox' | 'production';
  readonly reason?: string | undefined;
}

/** A request of a browser for a page below a path, or what the page loads. */
interface PageRequest {
  /** The last part of the path. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  /** The Accept-Language header. */
  readonly language: string | undefined;
}

interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ServerDeps {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Asked by `POST /api/messages` with the token, before a byte of the body is kept: what takes the body, or the refusal. */
  readonly messages: (authorization: string) => Promise<Take | Answer>;
  readonly ready: () => Readiness | Promise<Readiness>;
  /** What people's browsers ask for to sign in; absent where nobody can. */
  readonly signIn?: ((page: PageRequest) => Promise<PageAnswer>) | undefined;
  readonly log: Log;
  readonly ids?: Ids;
  readonly limits?: Partial<ConnectionLimits & BodyLimits>;
}

export interface Server {
  /** @throws Error that names the port when it is taken */
  listen(): Promise<{ port: number }>;
  /** Stops accepting, lets running requests end, then closes what is idle. */
  close(): Promise<void>;
  /** Hangs up on everybody at once. */
  destroy(): void;
}

/** The bot's HTTP edge: routes only. Who may come in is for the gate to say. */
export const createServer = (deps: ServerDeps): Server => {
  const { host, port, messages, ready, log, ids = randomIds } = deps;
  const limits = { ...defaultConnectionLimits, ...defaultBodyLimits, ...deps.limits };
  const restify = createRestify({ name: '' }); // Else every answer would name the program.
  const node = restify.server as NodeServer;
  // restify listens for upgrades and leaves such a socket open for ever; with no listener they are plain requests.
  node.removeAllListeners('upgrade');
  const connections = watchConnections(node, limits);
  const bodies = createBodies(limits);

  /** Whatever goes wrong inside is told to the log; the caller gets a code and the words to find it there. */
  const route =
    (handle: (request: Request) => Sent | PageAnswer | Promise<Sent | PageAnswer>) =>
    async (request: Request, response: Response) => {
      try {
        send(response, await handle(request));
      } catch (error) {
        const correlation = ids.opaque();
        const code = error instanceof AppError ? error.code : 'Internal';
        log.error('server.failed', { correlation, code, error });
        send(response, { status: 500, body: { error: { code, correlation } } });
      }
    };

  /** Looks at the headers, and has the token verified, before a byte of the body is kept. */
  const receive = async (request: Request): Promise<Sent> => {
    const { authorization, 'content-type': type = '', 'content-encoding': encoding } = request.headers;
    if (!authorization) return { ...refusal(401, 'Unauthorized'), hangUp: true };
    if (!/^application\/json\s*(;|$)/i.test(type) || encoding !== undefined)
      return refusal(415, 'UnsupportedMediaType');
    if (Number(request.headers['content-length'] ?? 0) > limits.each) return refusal(413, 'TooLarge');
    const take = await messages(authorization);
    if (typeof take !== 'function') return { ...take, hangUp: true };
    connections.trust(request.socket);
    const body = await bodies.read(request);
    if (body === 'too-large') return refusal(413, 'TooLarge');
    if (body === 'gave-way') return refusal(503, 'Busy');
    const json = parseJson(body);
    return json === undefined ? refusal(400, 'BadJson') : take(json.value);
  };

  restify.post('/api/messages', route(receive));
  const { signIn } = deps;
  const forBrowser = ({ params, headers, url = '' }: Request): PageRequest => ({
    name: String(params.name),
    query: new URL(url, 'http://localhost').searchParams,
    cookie: headers.cookie,
    language: headers['accept-language'],
  });
  if (signIn)
    restify.get(
      '/sign-in/:name',
      route(async (request) => signIn(forBrowser(request))),
    );
  restify.get(
    '/healthz',
    route(() => ({ status: 200, body: { status: 'ok' } })),
  );
  restify.get(
    '/readyz',
    route(async () => {
      const { ready: isReady, mode, reason } = await ready();
      if (reason) return { status: 503, body: { status: 'unavailable', reason } };
      return isReady ? { status: 200, body: { status: 'ready', mode } } : { status: 503, body: { status: 'starting' } };
    }),
  );
  restify.on('restifyError', (_request: Request, response: Response, _error: unknown, done: () => void) => {
    send(response, refusal(404, 'NotFound'));
    done();
  });

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        restify.on('error', (error: NodeJS.ErrnoException) => {
          log.error('server.error', { port, error });
          const why = error.code === 'EADDRINUSE' ? 'is taken' : 'cannot be opened';
          reject(new Error(`port ${port} on ${host} ${why} (${error.code})`, { cause: error }));
        });
        restify.listen(port, host, () => resolve({ port: (node.address() as AddressInfo).port }));
      }),
    close: () =>
      new Promise((resolve) => {
        node.close(() => resolve());
        connections.closeIdle();
      }),
    destroy: () => {
      node.close();
      node.closeAllConnections();
    },
  };
};

const refusal = (status: number, code: string): Answer => ({ status, body: { error: { code } } });

interface Sent extends Answer {
  /** Whoever brings no verified token is not listened to any longer, whatever they still send. */
  readonly hangUp?: true;
}

const send = (response: Response, answer: Sent | PageAnswer): void => {
  if (response.destroyed) return;
  if ('text' in answer) {
    // A browser asks seldom, and brings no token.
    response.setHeader('connection', 'close');
    return void response.sendRaw(answer.status, answer.text, answer.headers);
  }
  const { status, body, hangUp } = answer;
  if (hangUp) response.setHeader('connection', 'close');
  if (body === undefined) response.sendRaw(status, '');
  else response.sendRaw(status, JSON.stringify(body), { 'content-type': 'application/json' });
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseJson = (bytes: Buffer): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return undefined;
  }
};
