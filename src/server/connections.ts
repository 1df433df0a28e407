import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../lib/clock.ts';

/** How long, and how many. */
export interface ConnectionLimits {
  /** Milliseconds for the headers of a request. */
  readonly headersMs: number;
  /** Milliseconds for the body after them. */
  readonly bodyMs: number;
  /** Milliseconds that a trusted connection may rest between two requests: longer than reverse proxies keep theirs. */
  readonly restMs: number;
  /** Connections at once. */
  readonly most: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 5 * SECOND,
  bodyMs: 10 * SECOND,
  restMs: 75 * SECOND,
  most: 500,
};

export interface Connections {
  /** A request with a verified token came on this connection: it may rest longer, and never gives way to a new one. */
  trust(socket: Socket): void;
  /** Hangs up where no request is under way. */
  closeIdle(): void;
}

interface Watched {
  trusted: boolean;
  idle: boolean;
  timer?: NodeJS.Timeout;
}

/** A timer that is later than this fired after the process had stood still. */
const STOOD_STILL_MS = 50;

/**
 * A clock for each connection: so long for the headers of a request, and so long again for its body, whatever drips in.
 * Node has such limits itself but looks only every 30 s, and counts a silent new socket as busy when it closes.
 * Where there are too many connections, the one that has kept us waiting longest without a verified token gives way.
 */
export const watchConnections = (node: Server, limits: ConnectionLimits): Connections => {
  const { headersMs, bodyMs, restMs, most } = limits;
  // The oldest wait first.
  const all = new Map<Socket, Watched>();
  node.keepAliveTimeout = 0;
  node.headersTimeout = 0;
  node.requestTimeout = 0;

  const arm = (socket: Socket, watched: Watched, ms: number): void => {
    clearTimeout(watched.timer);
    const dueAt = performance.now() + ms;
    const timer = setTimeout(() => {
      const late = performance.now() - dueAt;
      // The sender is not to blame for a process that stood still.
      if (late > STOOD_STILL_MS) return arm(socket, watched, Math.min(late, ms));
      // What has arrived already is read before this runs.
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
