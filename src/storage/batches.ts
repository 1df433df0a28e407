import { setTimeout as pause } from 'node:timers/promises';

const BATCH = 500;
/** Between two batches the turns of people get their place. */
const BREATH_MS = 50;

/**
 * Deletes much in small parts, so that nobody waits for more than one of them.
 * @param remove deletes at most `limit` rows, found by an index, and says how many there were
 * @param stopping ends it after the part that is under way; what is left comes with the next time
 */
export const inBatches = async (
  remove: (limit: number) => Promise<number>,
  stopping: () => boolean = () => false,
): Promise<void> => {
  while (!stopping() && (await remove(BATCH)) >= BATCH) await pause(BREATH_MS);
};
