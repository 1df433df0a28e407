import { type Clock, MINUTE } from './clock.ts';
import type { Log, LogFields } from './logger.ts';

/** The most lines of one kind in a minute. */
const MOST = 10;

/**
 * For warnings that outsiders can cause without limit: the first ones of a minute are logged, the others are
 * counted, and their number is one line with the same name at the end of the minute.
 * @returns a function that logs or counts one warning
 */
export const createThrottledWarnings = (log: Log, clock: Clock, event: string): ((fields: LogFields) => void) => {
  let began = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const summarise = (): void => {
    if (count > MOST) log.warn(event, { count: count - MOST, ms: MINUTE });
    clearTimeout(timer);
    count = 0;
  };

  return (fields) => {
    // The absolute difference: a clock that was set back must not count for longer than a minute.
    if (count > 0 && Math.abs(clock.now() - began) >= MINUTE) summarise();
    if (count === 0) {
      began = clock.now();
      timer = setTimeout(summarise, MINUTE).unref();
    }
    count += 1;
    if (count <= MOST) log.warn(event, fields);
  };
};
