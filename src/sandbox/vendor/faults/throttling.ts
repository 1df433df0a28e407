import { SECOND } from '../../../lib/clock.ts';
import { Refusal } from '../refusal.ts';
import type { FaultOf } from './fault.ts';

const DEFAULT_WAIT = 2;

/** The refusal that a throttle or unavailable fault stands for. @param now the caller's time in milliseconds. */
export const waitingRefusal = (fault: FaultOf<'throttle'> | FaultOf<'unavailable'>, now: number): Refusal => {
  const seconds = fault.retryAfter ?? DEFAULT_WAIT;
  const headers = { 'retry-after': fault.as === 'date' ? dateAfter(seconds, now) : String(seconds) };
  return fault.kind === 'throttle'
    ? new Refusal(429, 'TooManyRequests', 'Too many requests. Try again later.', headers)
    : new Refusal(503, 'ServiceUnavailable', 'The service is not available at the moment. Try again later.', headers);
};

/** A date holds whole seconds only: rounded up, so that it is never earlier than asked for. */
const dateAfter = (seconds: number, now: number): string =>
  new Date(Math.ceil(now / SECOND) * SECOND + seconds * SECOND).toUTCString();
