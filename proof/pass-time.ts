import type { Db } from '../src/platform/storage/database.ts';
import type { ManualClock } from '../test/support/manual-clock.ts';
import { until } from '../test/support/until.ts';

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
