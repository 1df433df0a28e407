import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createRestify, type Request, type Response } from 'restify';
import { SECOND } from './lib/clock.ts';
import { AppError } from './lib/errors.ts';
import { type Ids, randomIds } from './lib/ids.ts';
import type { Log } from './lib/logger.ts';

export interface Answer {
  readonly status: number;
  /** Sent as JSON; an empty body when absent. */
  readonly body?: unknown;
}

export interface ServerDeps {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Answers `POST /api/messages`; the body is parsed JSON and nothing else about it is known yet. */
  readonly messages: (authorization: string, body: unknown) => Promise<Answer>;
  readonly ready: () => { readonly ready: boolean; readonly mode: 'sandbox' | 'production' };
  readonly log: Log;
  readonly ids?: Ids;
  /** Milliseconds that the headers, and then the body, of a request may take to arrive; 10 s when absent. */
  readonly patienceMs?: number;
}

export interface Server {
  /** @throws Error that names the port when it is taken */
  listen(): Promise<{ port: number }>;
  /** Stops accepting, lets running requests end, then closes what is idle. */
  close(): Promise<void>;
  /** Hangs up on everybody at once. */
  destroy(): void;
}

const MAX_BODY = 256 * 1024;

/** The bot's HTTP edge: routes only. Who may come in is for the gate to say. */
export const createServer = (deps: ServerDeps): Server => {
  const { host, port, messages, ready, log, ids = randomIds, patienceMs = 10 * SECOND } = deps;
  const restify = createRestify({ name: 'steward' });
  const node = restify.server as NodeServer;
  // restify listens for upgrades and leaves such a socket open for ever; with no listener they are plain requests.
  node.removeAllListeners('upgrade');
  const sockets = watchSockets(node, patienceMs);

  /** Whatever goes wrong inside is told to the log; the caller gets a code and the words to find it there. */
  const route =
    (handle: (request: Request) => Answer | Promise<Answer>) => async (request: Request, response: Response) => {
      try {
        send(response, await handle(request));
      } catch (error) {
        const correlation = ids.opaque();
        const code = error instanceof AppError ? error.code : 'Internal';
        log.error('server.failed', { correlation, code, error });
        send(response, { status: 500, body: { error: { code, correlation } } });
      }
    };

  restify.post(
    '/api/messages',
    route((request) => receive(request, messages)),
  );
  restify.get(
    '/healthz',
    route(() => ({ status: 200, body: { status: 'ok' } })),
  );
  restify.get(
    '/readyz',
    route(() => {
      const { ready: isReady, mode } = ready();
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
          const why =
            error.code === 'EADDRINUSE' ? 'is taken: stop the other program or set another' : 'cannot be opened';
          reject(new Error(`port ${port} on ${host} ${why} (${error.code})`, { cause: error }));
        });
        restify.listen(port, host, () => resolve({ port: (node.address() as AddressInfo).port }));
      }),
    close: () =>
      new Promise((resolve) => {
        node.close(() => resolve());
        sockets.closeIdle();
      }),
    destroy: () => {
      node.close();
      node.closeAllConnections();
    },
  };
};

const refusal = (status: number, code: string): Answer => ({ status, body: { error: { code } } });

const send = (response: Response, { status, body }: Answer): void => {
  if (response.destroyed) return;
  if (body === undefined) response.sendRaw(status, '');
  else response.sendRaw(status, JSON.stringify(body), { 'content-type': 'application/json' });
};

/** Looks at the headers before a byte of the body is kept (field/reliability-security.md M8 and T27). */
const receive = async (request: Request, messages: ServerDeps['messages']): Promise<Answer> => {
  const { authorization, 'content-type': type = '', 'content-encoding': encoding } = request.headers;
  if (!authorization) return refusal(401, 'Unauthorized');
  if (!/^application\/json\s*(;|$)/i.test(type) || encoding !== undefined) return refusal(415, 'UnsupportedMediaType');
  const bytes = await readBody(request);
  if (bytes === undefined) return refusal(413, 'TooLarge');
  const json = parseJson(bytes);
  return json === undefined ? refusal(400, 'BadJson') : messages(authorization, json.value);
};

/** @returns undefined when more than 256 KB were declared or came; the rest is then thrown away as it arrives. */
const readBody = (request: Request): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return resolve(undefined);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Whoever hung up or was cut off hears no answer, and is no fault of ours.
    request.once('error', () => resolve(Buffer.alloc(0)));
  });

const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseJson = (bytes: Buffer): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return undefined;
  }
};

/**
 * A clock for each socket: so long for the headers of a request, and so long again for its body, whatever drips in.
 * Node has such limits itself but looks only every 30 s, and counts a silent new socket as busy when it closes.
 */
const watchSockets = (node: NodeServer, patienceMs: number): { closeIdle(): void } => {
  const timers = new Map<Socket, NodeJS.Timeout>();
  const idle = new Set<Socket>();
  const stop = (socket: Socket): void => {
    clearTimeout(timers.get(socket));
    timers.delete(socket);
  };
  const start = (socket: Socket): void => {
    stop(socket);
    timers.set(
      socket,
      setTimeout(() => socket.destroy(), patienceMs),
    );
  };
  const rest = (socket: Socket): void => {
    if (!node.listening) socket.destroySoon();
    if (socket.destroyed) return;
    idle.add(socket);
    start(socket);
  };

  node.on('connection', (socket: Socket) => {
    rest(socket);
    socket.once('close', () => {
      stop(socket);
      idle.delete(socket);
    });
  });
  node.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    idle.delete(socket);
    start(socket);
    request.once('end', () => response.writableEnded || stop(socket));
    response.once('close', () => rest(socket));
  });
  return {
    closeIdle() {
      for (const socket of idle) socket.destroy();
    },
  };
};
