import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { demoData } from '../demo-data.ts';
import { Refusal, type World } from '../operation.ts';
import type { FaultOf, FaultTarget } from './faults.ts';

const DEFAULT_WAIT = 2;

/** What a limit counts: one operation, all of its provider, or all of its kind that passes the gateway. */
type ThrottleWidth = NonNullable<FaultOf<'throttle'>['width']>;

/** How a service refuses while it is busy. @param headers that ask to wait @param seconds the same wait */
export interface BusyRefusals {
  throttled(headers: Readonly<Record<string, string>>, seconds: number, width: ThrottleWidth): Refusal;
  unavailable(headers: Readonly<Record<string, string>>): Refusal;
}

/** Of a service without words of its own for it. */
export const plainRefusals: BusyRefusals = {
  throttled: (headers) => new Refusal(429, 'TooManyRequests', 'Too many requests. Try again later.', headers),
  unavailable: (headers) =>
    new Refusal(503, 'ServiceUnavailable', 'The service is not available at the moment. Try again later.', headers),
};

/** The refusal of a throttle or unavailable fault. @param now the caller's time in milliseconds. */
const busyRefusal = (fault: FaultOf<'throttle'> | FaultOf<'unavailable'>, now: number, busy: BusyRefusals): Refusal => {
  const seconds = fault.retryAfter ?? DEFAULT_WAIT;
  const headers = waitHeaders[fault.as ?? 'seconds'](seconds, now);
  if (fault.kind === 'unavailable') return busy.unavailable(headers);
  return busy.throttled(headers, seconds, fault.width ?? (fault.operation === undefined ? 'gateway' : 'operation'));
};

/** The ways of the public services to ask for a wait. */
const waitHeaders: Readonly<
  Record<NonNullable<FaultOf<'throttle'>['as']>, (seconds: number, now: number) => Readonly<Record<string, string>>>
> = {
  seconds: (seconds) => ({ 'retry-after': String(seconds) }),
  date: (seconds, now) => ({ 'retry-after': dateAfter(seconds, now) }),
  milliseconds: (seconds) => ({
    'retry-after-ms': String(seconds * SECOND),
    'x-ms-retry-after-ms': String(seconds * SECOND),
  }),
  limit: (seconds) => ({ 'x-ms-ratelimit-microsoft.consumption-entity-retry-after': String(seconds) }),
};

/** An HTTP date has whole seconds: it is rounded up, never down. */
const dateAfter = (seconds: number, now: number): string =>
  new Date(Math.ceil(now / SECOND) * SECOND + seconds * SECOND).toUTCString();

const knownRefusals =
  demoData<Readonly<Record<string, readonly [status: number, message: string]>>>('faults/known-refusals.json');

/** As the public service refuses with this code, where the fault does not say it. */
const refusalOf = ({ status, code, message }: FaultOf<'refuse'>, namespace: string): Refusal => {
  const [usualStatus, usual] = knownRefusals[code] ?? [400, 'The sandbox was told to refuse this.'];
  return new Refusal(status ?? usualStatus, code, message ?? usual.replaceAll('{ns}', namespace));
};

/** Close the connection without an answer. */
export const DROPPED = Symbol('dropped');

interface Wire {
  readonly operation: FaultTarget;
  /** Cuts a slow answer short when the sandbox stops. */
  readonly ended: AbortSignal;
  readonly busy: BusyRefusals;
}

/** Runs `effect` with the faults of any operation: first those before it, then those of its answer. */
export const throughWireFaults = async <T>(
  { faults, namespace, clock }: Pick<World, 'faults' | 'namespace' | 'clock'>,
  { operation, ended, busy }: Wire,
  effect: () => Promise<T>,
): Promise<T | typeof DROPPED> => {
  if (faults.take('reset-before', operation)) return DROPPED;
  const waiting = faults.take('throttle', operation) ?? faults.take('unavailable', operation);
  if (waiting) throw busyRefusal(waiting, clock.callers.now(), busy);
  const refused = faults.take('refuse', operation);
  if (refused) throw refusalOf(refused, namespace);
  const [slow, dropped] = [faults.take('slow', operation), faults.take('reset-after', operation)];
  try {
    const answer = await effect();
    return dropped ? DROPPED : answer;
  } catch (error) {
    if (dropped) return DROPPED;
    throw error;
  } finally {
    if (slow) await wait(slow.ms, undefined, { signal: ended }).catch(() => {});
  }
};
