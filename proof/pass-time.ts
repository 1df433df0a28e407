import type { Db } from '../src/platform/storage/database.ts';
import type { ManualClock } from '../test/support/manual-clock.ts';
import { until } from '../test/support/until.ts';

/** Time as the jobs of a store go by it. @param db asked each time, for a restart opens another */
interface Timed {
  readonly clock: ManualClock;
  db(): Db;
}

/** @returns a function that lets so many milliseconds go by; whatever falls due meanwhile is done at its moment */
export const passTime = ({ clock, db }: Timed): ((ms: number) => Promise<void>) => {
  const nextDue = async (): Promise<number | undefined> => {
    let next: number | undefined;
    await until('the jobs at rest', async () => {
      const rows = await db()
        .selectFrom('jobs')
        .select(['due_at', 'lease_owner'])
        .where('state', '=', 'ready')
        .execute();
      const due = rows.map(({ due_at }) => Date.parse(due_at));
      next = due.length === 0 ? undefined : Math.min(...due);
      return rows.every(({ lease_owner }) => lease_owner === null) && due.every((at) => at > clock.now());
    });
    return next;
  };
  return async (ms) => {
    const target = clock.now() + ms;
    for (;;) {
      const next = await nextDue();
      if (next === undefined || next > target) break;
      clock.advance(next - clock.now());
    }
    clock.advance(target - clock.now());
    await nextDue();
  };
};
