import { type Clock, MINUTE } from './clock.ts';
import type { Log, LogFields } from './logger.ts';

/** So many lines of one kind are written in a minute. */
const MOST = 10;

/**
 * Warnings that outsiders can bring about as often as they like: the first ones of a minute are written, the others
 * counted, and their number is one line of the same name at its end.
 * @returns writes or counts one warning
 */
export const createSparseWarnings = (log: Log, clock: Clock, event: string): ((fields: LogFields) => void) => {
  let began = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const summarise = (): void => {
    if (count > MOST) log.warn(event, { count: count - MOST, ms: MINUTE });
    clearTimeout(timer);
    count = 0;
  };

  return (fields) => {
    // The distance: a clock that was set back must not count for longer than a minute.
    if (count > 0 && Math.abs(clock.now() - began) >= MINUTE) summarise();
    if (count === 0) {
      began = clock.now();
      timer = setTimeout(summarise, MINUTE).unref();
    }
    count += 1;
    if (count <= MOST) log.warn(event, fields);
  };
};
