import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';

const MOST_TRIES = 5;
/** After the first try, and as much more after each further one: until then the other has ended. */
const PAUSE_MS = 20;
/** PostgreSQL: two transactions waited for each other, and this one was given up. */
const DEADLOCK = '40P01';

/** The same store, on which a transaction that PostgreSQL gave up for another's sake is made again, up to five times in all. */
export const retryDeadlocks = (database: Database): Database => ({
  ...database,
  async transaction(work) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(work);
      } catch (error) {
        if (tries >= MOST_TRIES || codeOf(error) !== DEADLOCK) throw error;
        await pause(tries * PAUSE_MS);
      }
    }
  },
});

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
