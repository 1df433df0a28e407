import { backoff, MAX_TRIES } from '../http/retry.ts';
import { SECOND } from '../lib/clock.ts';
import { ConnectorError } from './errors.ts';
import type { Verdict } from './scheduler.ts';

const final: Verdict = { restMs: 0, repeat: false };
const SPREAD_MS = SECOND / 2;

/**
 * What follows from a failed try. What was provably not posted goes again; what may have been posted only where
 * doing it twice is the same as once (`repeatable`: edits, deletions, reads, opening a chat).
 * @param random from 0 to under 1, for the jitter
 */
export const verdictOn =
  (repeatable: boolean, random: () => number) =>
  (error: unknown, tries: number): Verdict => {
    if (!(error instanceof ConnectorError)) return final;
    const repeat = tries < MAX_TRIES;
    if (error.kind === 'throttled') {
      return { restMs: (error.retryAfterMs ?? SECOND + backoff(tries, random)) + random() * SPREAD_MS, repeat };
    }
    const again = error.retryable || (repeatable && error.kind === 'unclear');
    return again ? { restMs: backoff(tries, random), repeat } : final;
  };
