import { MINUTE } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Database } from '#platform/storage/database.ts';
import { type Head, newestEntries } from './chain.ts';

const EVERY_MS = MINUTE;

interface HeadsDeps {
  readonly database: Database;
  readonly log: Log;
}

/**
 * Logs the newest entry's number and hash once a minute while there are new ones. A log collector then has an entry that
 * the chain must still contain later, out of reach of anybody who can write the database.
 */
export const createHeads = ({ database: { db }, log }: HeadsDeps) => {
  const listeners: ((seq: number) => Promise<void>)[] = [];
  let logged: Head | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Whether the entry logged last is still in the chain, unchanged. */
  const isStillThere = async ({ seq, hash }: Head): Promise<boolean> => {
    const row = await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst();
    return row?.hash === hash;
  };

  const compare = async (): Promise<void> => {
    const [head] = await newestEntries(db, 1);
    if (logged && !(await isStillThere(logged))) {
      log.error('audit.broken', { seq: logged.seq, hash: logged.hash });
      for (const listener of listeners) await listener(logged.seq);
      logged = undefined;
    }
    if (!head || (head.seq === logged?.seq && head.hash === logged.hash)) return;
    logged = { seq: head.seq, hash: head.hash };
    log.info('audit.head', logged);
  };

  /** A store that does not answer must not block start or stop. */
  const report = (): Promise<void> => compare().catch((error) => log.warn('audit.head-unread', { error }));

  return {
    report,
    onBroken: (listener: (seq: number) => Promise<void>): void => void listeners.push(listener),
    async start(): Promise<void> {
      await report();
      timer ??= setInterval(() => void report(), EVERY_MS).unref();
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
