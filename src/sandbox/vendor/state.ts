import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Database } from '../../storage/database.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';
import { demoSchedules } from './story/eligibilities.ts';
import type { Places } from './story/places.ts';
import type { VendorTables } from './tables.ts';

const OFFSET = 'clock-offset';

export interface State {
  readonly clock: MovableClock;
  moveClock(offset: number): Promise<void>;
  /** Back to the story's beginning, at the caller's time; tokens stay good. */
  reset(): Promise<void>;
}

/** What outlives the process: the clock's offset, and the story told once into an empty store. */
export const openState = async (
  store: Database<VendorTables>,
  { clock: callers, ids, places }: { readonly clock: Clock; readonly ids: Ids; readonly places: Places },
): Promise<State> => {
  const kept = await store.db.selectFrom('settings').select('value').where('name', '=', OFFSET).executeTakeFirst();
  const clock = createMovableClock(callers, Number(kept?.value ?? 0));
  const moveClock = async (offset: number): Promise<void> => {
    await store.db
      .replaceInto('settings')
      .values({ name: OFFSET, value: String(offset) })
      .execute();
    clock.moveTo(offset);
  };
  const reset = async (): Promise<void> => {
    await moveClock(0);
    await store.transaction(async (trx) => {
      await trx.deleteFrom('requests').execute();
      await trx.deleteFrom('schedules').execute();
      await trx
        .insertInto('schedules')
        .values(demoSchedules(places, ids, clock.now()))
        .execute();
    });
  };
  if (kept === undefined) await reset();
  return { clock, moveClock, reset };
};
