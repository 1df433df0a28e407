import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { iso } from '../../../src/platform/lib/clock.ts';
import { type Faults, faultSchema } from '../faults/faults.ts';
import { nested, Refusal } from '../operation.ts';
import type { MovableClock } from '../state.ts';
import {
  type ControlRoute,
  contentType,
  isLoopback,
  namesLoopback,
  parseBody,
  parseJson,
  readBody,
  sendJson,
} from './exchange.ts';

interface ControlDeps {
  readonly faults: Faults;
  readonly clock: MovableClock;
  /** Moves the clock to this offset in milliseconds and stores it. */
  readonly moveClock: (offset: number) => Promise<void>;
  /** Restores the state of the first start. */
  readonly reset: () => Promise<void>;
  readonly info: (origin: string) => unknown;
  /** More routes of the areas, by method and path. */
  readonly more: Readonly<Record<string, ControlRoute>>;
}

const faultsBody = z.union([z.strictObject({ clear: z.literal(true) }), faultSchema, z.array(faultSchema)]);
const clockBody = z.union([
  z.strictObject({ advanceMs: z.number().int().min(0) }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);
const nothing = z.strictObject({});

/** One body may have thousands of health events. */
const MAX_BODY = 32_000_000;

/** The control routes under /__sandbox: information, faults, clock and reset (shapes in ASSUMPTIONS.md). */
export const createControl = ({ faults, clock, moveClock, reset, info, more }: ControlDeps) => {
  const activeFaults = () => ({ faults: faults.active() });
  const time = () => ({ now: iso(clock.now()), offsetMs: clock.offset() });
  const routes: Readonly<Record<string, ControlRoute>> = {
    ...more,
    'GET /__sandbox/info': async (_body, request) => info(`http://${request.headers.host ?? ''}`),
    'GET /__sandbox/faults': async () => activeFaults(),
    'POST /__sandbox/faults': async (body) => {
      const parsed = parseBody(faultsBody, body);
      if ('clear' in parsed) faults.clear();
      else for (const fault of [parsed].flat()) faults.set(fault);
      return activeFaults();
    },
    'GET /__sandbox/clock': async () => time(),
    'POST /__sandbox/clock': async (body) => {
      const parsed = parseBody(clockBody, body);
      const offset = 'now' in parsed ? Date.parse(parsed.now) - clock.callers.now() : clock.offset() + parsed.advanceMs;
      await moveClock(offset);
      return time();
    },
    'POST /__sandbox/reset': async (body) => {
      parseBody(nothing, body);
      await reset();
      return { reset: true };
    },
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      guard(request);
      const route = routes[`${request.method} ${(request.url ?? '').split('?')[0]}`];
      if (!route) throw new Refusal(404, 'NotFound', 'The sandbox has no such switch.');
      const text = await readBody(request, MAX_BODY);
      sendJson(response, 200, await route(text === '' ? {} : parseJson(text), request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, nested(error));
    }
  };
};

/** Accepts only programs on this machine; a foreign page has another Host, Origin or content type. */
const guard = (request: IncomingMessage): void => {
  const { origin } = request.headers;
  if (!namesLoopback(request) || (origin !== undefined && !isLoopback(origin)))
    throw new Refusal(403, 'Forbidden', 'The switches of the sandbox are for programs on this machine.');
  if (request.method !== 'GET' && contentType(request) !== 'application/json')
    throw new Refusal(415, 'UnsupportedMediaType', 'The request content must be application/json.');
};
