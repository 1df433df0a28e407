import { setTimeout as pause } from 'node:timers/promises';
import { isUndone } from './failure.ts';

const MOST_TRIES = 5;
/** After the first try, and as much more after each further one: until then the other transaction has ended. */
const PAUSE_MS = 20;

/** Runs a transaction again that the server undid, for a deadlock or another conflict; up to five times in all. */
export const retryDeadlocks = async <R>(transaction: () => Promise<R>): Promise<R> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries >= MOST_TRIES || !isUndone(error)) throw error;
      await pause(tries * PAUSE_MS);
    }
  }
};
