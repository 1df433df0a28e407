import type { Clock } from '../../src/platform/lib/clock.ts';
import type { Ids } from '../../src/platform/lib/ids.ts';
import type { Database, Migrations } from '../../src/platform/storage/database.ts';
import type { Dataset } from './dataset.ts';
import { datasets } from './datasets.ts';
import type { Namespace } from './operation.ts';
import type { Places } from './story/places.ts';
import { ownMigrations, type VendorTables } from './tables.ts';

/** The sandbox's time: the given clock plus an offset that `/__sandbox/clock` moves. */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of the given clock. */
  readonly offset: () => number;
  readonly moveTo: (offset: number) => void;
  /** The clock that was handed in, for what a caller compares with its own time (Retry-After as a date). */
  readonly callers: Clock;
}

/** @param offset where to start, in milliseconds. */
const createMovableClock = (callers: Clock, offset: number): MovableClock => {
  let ahead = offset;
  return {
    now: () => callers.now() + ahead,
    offset: () => ahead,
    moveTo: (next) => {
      ahead = next;
    },
    callers,
  };
};

const OFFSET = 'clock-offset';
const seededName = (dataset: Dataset): string => `told-${dataset.name}`;

interface State {
  readonly clock: MovableClock;
  moveClock(offset: number): Promise<void>;
  /** Restores the demo data at the caller's time; tokens stay valid. */
  reset(): Promise<void>;
}

export const vendorMigrations: Migrations = Object.assign(
  {},
  ownMigrations,
  ...datasets.map((dataset) => dataset.migrations),
);

/** The stored state: the clock's offset, and the demo data, which is added once to an empty store. */
export const openState = async (
  store: Database<VendorTables>,
  options: { readonly namespace: Namespace; readonly clock: Clock; readonly ids: Ids; readonly places: Places },
): Promise<State> => {
  const stored = await store.db.selectFrom('settings').selectAll().execute();
  const settings = new Map(stored.map(({ name, value }) => [name, value]));
  const clock = createMovableClock(options.clock, Number(settings.get(OFFSET) ?? 0));

  const keep = async (name: string, value: string): Promise<void> => {
    await store.db.replaceInto('settings').values({ name, value }).execute();
  };
  const moveClock = async (offset: number): Promise<void> => {
    await keep(OFFSET, String(offset));
    clock.moveTo(offset);
  };
  const seed = async (dataset: Dataset): Promise<void> => {
    await store.transaction((trx) => dataset.seed(trx, { ...options, now: clock.now() }));
    await keep(seededName(dataset), '');
  };
  const reset = async (): Promise<void> => {
    await moveClock(0);
    for (const dataset of datasets) await seed(dataset);
  };
  for (const dataset of datasets) if (!settings.has(seededName(dataset))) await seed(dataset);
  return { clock, moveClock, reset };
};
