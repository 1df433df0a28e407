import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VendorSettings } from '../../src/platform/config/vendor-settings.ts';

/** What becomes of one call that makes a grant. `after`: it has its effect first. */
export type Outcome =
  | { readonly is: 'passed on' }
  /** Somebody else makes the same grant first, under another name. */
  | { readonly is: 'taken' }
  | {
      readonly is: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message?: string;
      readonly retryAfter?: number;
      readonly after?: true;
    }
  | { readonly is: 'cut'; readonly after?: true }
  | { readonly is: 'hangs'; readonly ms: number; readonly after?: true };

/** A call that was to make a grant. */
export interface FrontCall {
  /** The name that Steward gave it. */
  readonly name: string;
  /** Steward's id for it, by which it can be found in a log. */
  readonly correlation: string;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  readonly outcome: Outcome;
}

/** A vendor in front of the sandbox's: what it answers is known in the moment in which it is answered. */
export interface VendorFront {
  readonly url: string;
  /** Where the sandbox's vendor is. */
  setTarget(url: string): void;
  /** What becomes of the next calls that make a grant; after these they are passed on. */
  next(outcomes: readonly Outcome[]): void;
  /** Called before an answer leaves that shows a grant as made. */
  onConfirm(listener: () => void): void;
  /** What reads the vendor is not answered for so many milliseconds; undefined: at once. */
  holdReads(ms: number | undefined): void;
  /** The calls that were to make a grant, in turn. */
  readonly calls: readonly FrontCall[];
  end(): Promise<void>;
}

const GRANT = /roleEligibilityScheduleRequests\/([^/?]+)/;
/** A request by its name, or the list of what was made. */
const READS = /roleEligibilitySchedule(Requests\/|s)/;
const CONFIRMS = /"status":"(Provisioned|Granted)"/;

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const correlationOf = ({ headers }: IncomingMessage): string =>
  String(Object.entries(headers).find(([name]) => name.endsWith('correlation-request-id'))?.[1]);

/** What the bot is told of the vendor, so that it asks this one. */
export const behindFront =
  (front: VendorFront) =>
  ({ management, ...others }: VendorSettings): VendorSettings => {
    front.setTarget(management?.baseUrl ?? '');
    return { ...others, ...(management ? { management: { ...management, baseUrl: front.url } } : {}) };
  };

/** @param now by whose clock it writes down when a call came */
export const openVendorFront = async (now: () => number = Date.now): Promise<VendorFront> => {
  let target = '';
  let outcomes: Outcome[] = [];
  let confirmed = (): void => {};
  let heldMs: number | undefined;
  const calls: FrontCall[] = [];

  const passOn = async (request: IncomingMessage, body: Buffer, path = request.url) => {
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'accept'])
      if (request.headers[name]) headers.set(name, String(request.headers[name]));
    const how = {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    };
    const answer = await fetch(`${target}${path}`, how);
    return { answer, text: (await answer.text()).replaceAll(target, front.url) };
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const name = request.method === 'PUT' ? GRANT.exec(request.url ?? '')?.[1] : undefined;
    const outcome: Outcome = (name === undefined ? undefined : outcomes.shift()) ?? { is: 'passed on' };
    if (name !== undefined) calls.push({ name, correlation: correlationOf(request), at: now(), outcome });
    else if (heldMs !== undefined) await sleep(heldMs, undefined, { ref: false });
    if (outcome.is === 'taken') await passOn(request, body, request.url?.replace(name ?? '', randomUUID()));
    const passes = outcome.is === 'passed on' || outcome.is === 'taken' || outcome.after;
    const passed = passes ? await passOn(request, body) : undefined;
    if (outcome.is === 'cut') return void request.socket.destroy();
    if (outcome.is === 'hangs') {
      await sleep(outcome.ms, undefined, { ref: false });
      return void request.socket.destroy();
    }
    if (outcome.is === 'refused') {
      const { status, code, message = 'The sandbox was told to refuse this.', retryAfter } = outcome;
      const wait = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      response.writeHead(status, { 'content-type': 'application/json', ...wait });
      return void response.end(JSON.stringify({ error: { code, message } }));
    }
    if (!passed) return;
    const { answer, text } = passed;
    if (answer.ok && READS.test(request.url ?? '') && CONFIRMS.test(text)) confirmed();
    const headers: Record<string, string> = {};
    for (const header of ['content-type', 'retry-after', 'location'])
      if (answer.headers.has(header))
        headers[header] = (answer.headers.get(header) ?? '').replaceAll(target, front.url);
    response.writeHead(answer.status, headers);
    response.end(text);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const front: VendorFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTarget: (url) => {
      target = url;
    },
    next: (some) => {
      outcomes = [...some];
      calls.length = 0;
    },
    onConfirm: (listener) => {
      confirmed = listener;
    },
    holdReads: (ms) => {
      heldMs = ms;
    },
    calls,
    end: () =>
      new Promise((ended) => {
        server.close(() => ended());
        server.closeAllConnections();
      }),
  };
  return front;
};
