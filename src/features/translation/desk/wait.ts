import type { Services } from '../../feature.ts';
import { findTranslation, type TranslationRow } from './translation-rows.ts';

/** A turn waits so long for its translation; after that it says that it comes. */
export const PATIENCE_MS = 600;
/** For what a turn does once it knows: only after that the outbox takes over. */
const GRACE_MS = 800;
export const HOLD_MS = PATIENCE_MS + GRACE_MS;

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;

/** The row once it is done or has failed, or as it stands when nobody may be kept waiting any longer. */
export const waitFor = async (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
  patienceMs = PATIENCE_MS,
): Promise<TranslationRow | undefined> => {
  const end = clock.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const row = await findTranslation(database.db, id);
    const left = end - clock.now();
    if (row?.state !== 'waiting' || left <= 0) return row;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)));
  }
};
