import type { IncomingMessage } from 'node:http';
import { type Clock, SECOND } from '../../../src/platform/lib/clock.ts';
import type { BusyRefusals } from '../faults/wire.ts';
import type { Caller } from '../identities.ts';
import type { Envelope, Refusal } from '../operation.ts';
import type { Route } from './routes.ts';

/** One of the vendor's three services: its callers, its rate limit and the form of its errors. */
export interface VendorService {
  /** @param path unchanged from the request */
  serves(path: string): boolean;
  /** The first check. @throws Refusal for a caller without a valid credential */
  identify(request: IncomingMessage): Promise<Caller>;
  /** Checks a request before its path. @throws Refusal */
  admit?(request: IncomingMessage, bodyText: string): void;
  /** Checks what every request of the service needs, as an api-version or a body. @throws Refusal */
  check(route: Route, query: URLSearchParams, bodyText: string): void;
  /** Parses a body that is not empty. @throws Refusal for another content type or invalid JSON */
  readBody(request: IncomingMessage, bodyText: string): unknown;
  /** Counts the request. @returns headers of the answer @throws Refusal above the rate limit */
  count(route: Route, caller: Caller): Readonly<Record<string, string>>;
  /** How it refuses while it is busy; absent where it has no words of its own. */
  busy?(route: Route, caller: Caller): BusyRefusals;
  /** The refusal for a caller without the right. */
  forbidden(route: Route, caller: Caller): Refusal;
  /** Headers of every answer and every refusal. */
  trace(request: IncomingMessage): Readonly<Record<string, string>>;
  /** The header of what its gateway refuses; absent where it has no gateway of its own. */
  readonly failureCause?: Readonly<Record<string, string>>;
  /** The form of what its gateway refuses, where it is not the operation's. */
  readonly gatewayEnvelope?: Envelope;
  /** The form of errors without an operation, and of operations without their own form. */
  readonly envelope: Envelope;
}

/** A token bucket for each key: `size` at once, `perSecond` coming back. */
interface RateLimit {
  /** @returns what is left after this call, or the whole seconds to wait when nothing was. */
  take(kind: 'read' | 'write', key: string): { readonly left: number } | { readonly waitSeconds: number };
}

const sizes = { read: { size: 250, perSecond: 25 }, write: { size: 200, perSecond: 10 } } as const;

/** The vendor's limits, one bucket for each subscription, principal and kind (docs/sources.md, Errors and limits). */
export const createRateLimit = (clock: Clock): RateLimit => {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take: (kind, key) => {
      const { size, perSecond } = sizes[kind];
      const now = clock.now();
      const bucket = buckets.get(`${kind} ${key}`) ?? { level: size, at: now };
      const back = (Math.max(0, now - bucket.at) / SECOND) * perSecond;
      const level = Math.min(size, bucket.level + back);
      const taken = level >= 1 ? 1 : 0;
      buckets.set(`${kind} ${key}`, { level: level - taken, at: now });
      return taken ? { left: Math.floor(level - 1) } : { waitSeconds: Math.ceil((1 - level) / perSecond) };
    },
  };
};
