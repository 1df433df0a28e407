import { setTimeout as pause } from 'node:timers/promises';
import { iso } from '#platform/lib/clock.ts';
import { rowCount } from './claim.ts';
import type { Db, Tables } from './database.ts';

const BATCH = 500;
/** A pause between two batches, so that turns of people can run. */
const BREATH_MS = 50;

/** Deletes many rows in small batches. @param remove deletes at most `limit` rows and counts them @param stopping ends it after a batch */
export const inBatches = async (
  remove: (limit: number) => Promise<number>,
  stopping: () => boolean = () => false,
): Promise<void> => {
  while (!stopping() && (await remove(BATCH)) >= BATCH) await pause(BREATH_MS);
};

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

/** Deletes the rows of a table up to a moment, in batches. @param columns the primary key, and the indexed time as ISO text */
export const removeOlder = <Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  columns: { readonly key: Column<Name>; readonly time: Column<Name> },
  before: number,
  stopping?: () => boolean,
): Promise<void> => {
  // Kysely cannot type-check names that are type parameters.
  const name: string = table;
  const { key, time }: Readonly<Record<'key' | 'time', string>> = columns;
  const rows = db as unknown as Db<Record<string, Record<string, string>>>;
  const old = rows.selectFrom(name).select(key).where(time, '<=', iso(before));
  const remove = (limit: number) => rows.deleteFrom(name).where(key, 'in', old.limit(limit)).executeTakeFirst();
  return inBatches(async (limit) => rowCount(await remove(limit)), stopping);
};
