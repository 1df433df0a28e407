import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/platform/storage/database.ts';
import { StoreError } from '../../src/platform/storage/failure.ts';
import type { ManualClock } from '../../test/support/manual-clock.ts';
import { until } from '../../test/support/until.ts';

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

/** Time as the work of a store goes by it. */
interface Timed {
  readonly clock: ManualClock;
  /** Asked each time, for a restart opens another. */
  db(): Db;
  /** Where there is work; in the jobs alone when absent. */
  readonly tables?: readonly ('jobs' | 'deliveries')[];
  /** Whether the process has ended meanwhile, and starts it again. */
  readonly fallen?: { is(): boolean; restart(): Promise<void> };
}

/** @returns a function that lets so many milliseconds go by; whatever falls due meanwhile is done at its moment */
export const passTime = ({ clock, db, tables = ['jobs'], fallen }: Timed): ((ms: number) => Promise<void>) => {
  const hasFallen = (): boolean => fallen?.is() === true;

  const nextDue = async (): Promise<number | undefined> => {
    let next: number | undefined;
    await until('everything at rest', async () => {
      if (hasFallen()) return true;
      const work = tables.map((table) =>
        db().selectFrom(table).select(['due_at', 'lease_owner']).where('state', '=', 'ready').execute(),
      );
      const rows = (await Promise.all(work)).flat();
      const due = rows.map(({ due_at }) => Date.parse(due_at));
      next = due.length === 0 ? undefined : Math.min(...due);
      return rows.every(({ lease_owner }) => lease_owner === null) && due.every((at) => at > clock.now());
    });
    return next;
  };

  const pass = async (ms: number): Promise<void> => {
    const target = clock.now() + ms;
    for (;;) {
      const next = await nextDue();
      if (hasFallen()) {
        await fallen?.restart();
        continue;
      }
      if (next === undefined || next > target) break;
      clock.advance(next - clock.now());
    }
    if (target > clock.now()) clock.advance(target - clock.now());
    await nextDue();
    if (hasFallen()) await pass(0);
  };
  return pass;
};
