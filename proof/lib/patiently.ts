import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../src/platform/storage/failure.ts';

const MOST_TRIES = 60;
const PAUSE_MS = 100;

/** On a busy machine the store says so: the same is done again, as a person presses again. */
export const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || tries === MOST_TRIES) throw error;
      await sleep(PAUSE_MS * tries);
    }
  }
};
