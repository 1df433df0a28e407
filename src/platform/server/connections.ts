import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '#platform/lib/clock.ts';

/** Time limits and numbers of connections. */
export interface ConnectionLimits {
  /** Milliseconds for the headers of a request. */
  readonly headersMs: number;
  /** Milliseconds for the body after them. */
  readonly bodyMs: number;
  /** Milliseconds that a trusted connection may idle between two requests: longer than reverse proxies keep theirs open. */
  readonly restMs: number;
  /** The most connections at once. */
  readonly most: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 5 * SECOND,
  bodyMs: 10 * SECOND,
  restMs: 75 * SECOND,
  most: 500,
};

interface Connections {
  /** This connection had a request with a verified token: it may idle longer, and is never closed for a new one. */
  trust(socket: Socket): void;
  /** Closes connections without a running request. */
  closeIdle(): void;
}

interface Watched {
  trusted: boolean;
  idle: boolean;
  timer?: NodeJS.Timeout;
}

/** A timer that is later than this fired after the process was paused. */
const STOOD_STILL_MS = 50;

/**
 * A timer for each connection, one for a request's headers and one for its body: Node checks its own limits only every 30 s.
 * With too many connections, the one that has waited longest without a verified token is closed.
 */
export const watchConnections = (node: Server, limits: ConnectionLimits): Connections => {
  const { headersMs, bodyMs, restMs, most } = limits;
  // The longest wait first.
  const all = new Map<Socket, Watched>();
  node.keepAliveTimeout = 0;
  node.headersTimeout = 0;
  node.requestTimeout = 0;

  const arm = (socket: Socket, watched: Watched, ms: number): void => {
    clearTimeout(watched.timer);
    const dueAt = performance.now() + ms;
    const timer = setTimeout(() => {
      const late = performance.now() - dueAt;
      // The process was paused; that is not the sender's fault.
      if (late > STOOD_STILL_MS) return arm(socket, watched, Math.min(late, ms));
      // Data that has arrived already is read before this runs.
      setImmediate(() => watched.timer === timer && socket.destroy());
    }, ms);
    watched.timer = timer;
  };

  const disarm = (watched: Watched): void => {
    clearTimeout(watched.timer);
    delete watched.timer;
  };

  const change = (socket: Socket, idle: boolean, ms: number): void => {
    const watched = all.get(socket);
    if (!watched) return;
    watched.idle = idle;
    all.delete(socket);
    all.set(socket, watched);
    arm(socket, watched, ms);
  };

  const rest = (socket: Socket): void => {
    if (!node.listening) socket.destroySoon();
    if (!socket.destroyed) change(socket, true, all.get(socket)?.trusted ? restMs : headersMs);
  };

  const makeRoom = (): boolean => {
    if (all.size < most) return true;
    for (const [socket, { trusted }] of all) {
      if (trusted) continue;
      all.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  node.on('connection', (socket: Socket) => {
    if (!makeRoom()) return void socket.destroy();
    const watched: Watched = { trusted: false, idle: true };
    all.set(socket, watched);
    arm(socket, watched, headersMs);
    socket.once('close', () => {
      disarm(watched);
      all.delete(socket);
    });
  });
  node.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    change(socket, false, bodyMs);
    const watched = all.get(socket);
    request.once('end', () => watched && (response.writableEnded || disarm(watched)));
    response.once('close', () => rest(socket));
  });

  return {
    trust(socket) {
      const watched = all.get(socket);
      if (watched) watched.trusted = true;
    },
    closeIdle() {
      for (const [socket, { idle }] of all) if (idle) socket.destroy();
    },
  };
};

/** Bytes. */
export interface BodyLimits {
  readonly each: number;
  /** For all arriving bodies together. */
  readonly together: number;
}

const KB = 1_024;
export const defaultBodyLimits: BodyLimits = { each: 256 * KB, together: 64 * 256 * KB };

/** Why a body was refused: it is too large, or it was the oldest incomplete one while too many others arrived. */
type BodyRefusal = 'too-large' | 'gave-way';

interface Bodies {
  /** Reads a body to its end, without a refused one's data. Where the sender hung up it is empty, and that is no error. */
  read(request: IncomingMessage): Promise<Buffer | BodyRefusal>;
}

interface Arriving {
  size: number;
  refuse(why: BodyRefusal): void;
}

export const createBodies = ({ each, together }: BodyLimits): Bodies => {
  // The oldest first.
  const arriving = new Set<Arriving>();
  let held = 0;

  const makeRoom = (): void => {
    for (const body of arriving) {
      if (held <= together) return;
      body.refuse('gave-way');
    }
  };

  return {
    read: (request) =>
      new Promise((resolve) => {
        if (request.destroyed) return resolve(Buffer.alloc(0));
        let chunks: Buffer[] = [];
        const end = (body: Buffer | BodyRefusal): void => {
          if (!arriving.delete(own)) return;
          held -= own.size;
          chunks = [];
          resolve(body);
        };
        const own: Arriving = { size: 0, refuse: end };
        arriving.add(own);
        request.on('data', (chunk: Buffer) => {
          if (!arriving.has(own)) return;
          own.size += chunk.length;
          held += chunk.length;
          chunks.push(chunk);
          if (own.size > each) end('too-large');
          else makeRoom();
        });
        request.once('end', () => end(Buffer.concat(chunks)));
        request.once('error', () => end(Buffer.alloc(0)));
        request.once('close', () => end(Buffer.alloc(0)));
      }),
  };
};
