import { backoff, MAX_TRIES } from '../http/retry.ts';
import { SECOND } from '../lib/clock.ts';
import { ConnectorError } from './errors.ts';
import type { RetryDecision } from './queue/scheduler.ts';

interface Manner {
  readonly repeatable: boolean;
  readonly patient?: boolean | undefined;
}

const final: RetryDecision = { restMs: 0, repeat: false };
const SPREAD_MS = SECOND / 10;

/**
 * What follows from a failed try. What was provably not posted goes again; what may have been posted only where
 * doing it twice is the same as once (`repeatable`: edits, deletions, reads, opening a chat). Who is not `patient` gets a
 * "too much for now" back at once; the lane rests all the same.
 * @param random from 0 to under 1, for the jitter
 */
export const retryDecision =
  ({ repeatable, patient = true }: Manner, random: () => number) =>
  (error: unknown, tries: number): RetryDecision => {
    if (!(error instanceof ConnectorError)) return final;
    const repeat = tries < MAX_TRIES;
    if (error.kind === 'throttled') {
      const restMs = (error.retryAfterMs ?? SECOND + backoff(tries, random)) + random() * SPREAD_MS;
      return { restMs, repeat: repeat && patient };
    }
    const again = error.retryable || (repeatable && error.kind === 'unclear');
    return again ? { restMs: backoff(tries, random), repeat } : final;
  };
