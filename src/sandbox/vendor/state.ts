import type { Clock } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Database, Migrations } from '../../storage/database.ts';
import type { Area } from './area.ts';
import { areas } from './areas.ts';
import { createMovableClock, type MovableClock } from './movable-clock.ts';
import type { Namespace } from './operation.ts';
import type { Places } from './story/places.ts';
import { ownMigrations, type VendorTables } from './tables.ts';

const OFFSET = 'clock-offset';
const toldName = (area: Area): string => `told-${area.name}`;

export interface State {
  readonly clock: MovableClock;
  moveClock(offset: number): Promise<void>;
  /** Back to the story's beginning, at the caller's time; tokens stay good. */
  reset(): Promise<void>;
}

export const vendorMigrations: Migrations = Object.assign({}, ownMigrations, ...areas.map((area) => area.migrations));

/** What outlives the process: the clock's offset, and the story, each area told once into an empty store. */
export const openState = async (
  store: Database<VendorTables>,
  told: { readonly namespace: Namespace; readonly clock: Clock; readonly ids: Ids; readonly places: Places },
): Promise<State> => {
  const kept = await store.db.selectFrom('settings').selectAll().execute();
  const settings = new Map(kept.map(({ name, value }) => [name, value]));
  const clock = createMovableClock(told.clock, Number(settings.get(OFFSET) ?? 0));

  const keep = async (name: string, value: string): Promise<void> => {
    await store.db.replaceInto('settings').values({ name, value }).execute();
  };
  const moveClock = async (offset: number): Promise<void> => {
    await keep(OFFSET, String(offset));
    clock.moveTo(offset);
  };
  const tell = async (area: Area): Promise<void> => {
    await store.transaction((trx) => area.tell(trx, { ...told, now: clock.now() }));
    await keep(toldName(area), '');
  };
  const reset = async (): Promise<void> => {
    await moveClock(0);
    for (const area of areas) await tell(area);
  };
  for (const area of areas) if (!settings.has(toldName(area))) await tell(area);
  return { clock, moveClock, reset };
};
