import { iso } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import { insertNew, lockInOrder, rowCount } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { type AlertsContext, readRow, readRows } from '../context.ts';
import type { AlertTable } from '../tables.ts';
import type { Signal } from './signal.ts';
import type { AlertSource } from './source.ts';

/** An incident as it is stored. */
export interface StoredAlert<I = unknown> {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly item: I;
  /** The item as it is stored. */
  readonly json: string;
  readonly signal: Signal;
}

/** @throws ZodError where the source's schema has changed since */
export const toAlert = <I>(source: AlertSource<I>, row: AlertTable): StoredAlert<I> => {
  const item = itemIn(source, row);
  return { id: row.id, key: row.key, version: row.version, item, json: row.item_json, signal: source.signal(item) };
};

/** The stored item. @throws ZodError where the source's schema has changed since */
export const itemIn = <I>(source: AlertSource<I>, { item_json }: Pick<AlertTable, 'item_json'>): I =>
  source.item.parse(JSON.parse(item_json));

export const keyOf = ({ key }: Pick<AlertTable, 'key'>): string => key;

export const findAlertRow = (db: Db, id: string): Promise<AlertTable | undefined> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();

/** An incident with its source; undefined where either is gone or the row cannot be read. */
export const readAlert = async (context: AlertsContext, db: Db, id: string) => {
  const row = await findAlertRow(db, id);
  const source = row && context.source(row.source);
  const alert = source && (await readRow(context.log, row.key, () => toAlert(source, row)));
  return source && alert && { source, alert };
};

/** @param name its id at the source; case does not matter */
export const findAlert = async <I>(
  db: Db,
  source: AlertSource<I>,
  name: string,
): Promise<StoredAlert<I> | undefined> => {
  const row = await db
    .selectFrom('alerts')
    .selectAll()
    .where('source', '=', source.name)
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst();
  return row && toAlert(source, row);
};

/** The incident that another one explains, by key or alias. */
export const findExplained = async <I>(
  db: Db,
  source: AlertSource<I>,
  name: string,
): Promise<StoredAlert<I> | undefined> => {
  const direct = await findAlert(db, source, name);
  if (direct) return direct;
  const row = await db
    .selectFrom('alerts')
    .innerJoin('alert_names', 'alert_names.alert_id', 'alerts.id')
    .selectAll('alerts')
    .where('alert_names.source', '=', source.name)
    .where('alert_names.name', '=', name.toLowerCase())
    .orderBy('alerts.seen_at')
    .executeTakeFirst();
  return row && toAlert(source, row);
};

/** Open incidents of one feed without unreadable rows. @param from also resolved ones that changed then or later */
export const listOpenAlerts = async <I>(
  db: Db,
  source: AlertSource<I>,
  feed: string,
  log: Log,
  from = Number.POSITIVE_INFINITY,
): Promise<StoredAlert<I>[]> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('alert_feed_items', 'alert_feed_items.alert_id', 'alerts.id')
    .selectAll('alerts')
    .where('alert_feed_items.feed_id', '=', feed)
    .where((eb) =>
      eb.or([eb('alerts.open', '=', 1), ...(Number.isFinite(from) ? [eb('alerts.updated_at', '>=', iso(from))] : [])]),
    )
    .execute();
  return readRows(log, rows, keyOf, (row) => toAlert(source, row));
};

/** Locks the feed's incidents until the transaction ends: a resolved one might be reopened meanwhile. */
export const lockAlerts = async (trx: Trx, feed: string): Promise<void> => {
  const listed = trx.selectFrom('alert_feed_items').select('alert_id').where('feed_id', '=', feed);
  await lockInOrder(trx, trx.selectFrom('alerts').select('id').where('id', 'in', listed)).execute();
};

/** Whether any channel shows an open incident of this feed. */
export const showsOpen = async (db: Db, feed: string): Promise<boolean> => {
  const card = await db
    .selectFrom('alert_feed_items')
    .innerJoin('alerts', 'alerts.id', 'alert_feed_items.alert_id')
    .innerJoin('alert_cards', 'alert_cards.alert_id', 'alerts.id')
    .select('alert_cards.id')
    .where('alert_feed_items.feed_id', '=', feed)
    .where('alerts.open', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('watches')
            .select('watches.id')
            .whereRef('watches.conversation_id', '=', 'alert_cards.conversation_id')
            .where('watches.deaf', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst();
  return card !== undefined;
};

interface AlertRecord {
  readonly source: string;
  readonly signal: Signal;
  /** The item as JSON. */
  readonly json: string;
  readonly now: number;
}

/** Inserts or updates an incident. @returns undefined when another process was faster: then start again */
export const writeAlert = async (
  trx: Trx,
  ids: Ids,
  known: StoredAlert | undefined,
  { source, signal, json, now }: AlertRecord,
): Promise<{ readonly id: string; readonly version: number } | undefined> => {
  const columns = { item_json: json, open: signal.open ? 1 : 0, updated_at: iso(signal.updatedAt), seen_at: iso(now) };
  if (known) {
    const version = known.version + 1;
    const moved = await trx
      .updateTable('alerts')
      .set({ ...columns, version })
      .where('id', '=', known.id)
      .where('version', '=', known.version)
      .executeTakeFirst();
    return rowCount(moved) === 1 ? { id: known.id, version } : undefined;
  }
  const id = ids.ordered();
  const made = await insertNew(
    trx
      .insertInto('alerts')
      .values({ id, source, key: signal.key, name: signal.key.toLowerCase(), version: 1, ...columns }),
  );
  return made ? { id, version: 1 } : undefined;
};

/** Deletes an incident's aliases: a hidden one must not be found by them. */
export const unnameAlert = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('alert_names').where('alert_id', '=', id).execute();
};

export const nameAlert = async (trx: Trx, source: string, id: string, aliases: readonly string[]): Promise<void> => {
  if (aliases.length === 0) return;
  const rows = aliases.map((alias) => ({ source, name: alias.toLowerCase(), alert_id: id }));
  await insertNew(trx.insertInto('alert_names').values(rows));
};

/** @returns false when the feed has listed it before */
export const linkFeed = (db: Db, feed_id: string, alert_id: string): Promise<boolean> =>
  insertNew(db.insertInto('alert_feed_items').values({ feed_id, alert_id }));
