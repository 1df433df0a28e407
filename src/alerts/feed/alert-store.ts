import { iso } from '../../lib/clock.ts';
import type { Ids } from '../../lib/ids.ts';
import type { Log } from '../../lib/logger.ts';
import { lockInOrder, rowCount } from '../../storage/claim.ts';
import type { Db, Trx } from '../../storage/database.ts';
import { readRows } from '../read-rows.ts';
import type { AlertCardTable, AlertTable } from '../tables.ts';
import type { AlertCard } from '../watch/watch.ts';
import type { AlertSource, Signal } from './source.ts';
import type { Names } from './unknown-names.ts';

/** An incident as it is stored. */
export interface StoredAlert<I = unknown> {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly item: I;
  /** The item as it stands in the row. */
  readonly written: string;
}

const toAlert = <I>(source: AlertSource<I>, row: AlertTable): StoredAlert<I> => ({
  id: row.id,
  key: row.key,
  version: row.version,
  item: itemIn(source, row),
  written: row.item_json,
});

/** What is stored of an incident. @throws ZodError where its source reads it otherwise by now */
export const itemIn = <I>(source: AlertSource<I>, { item_json }: Pick<AlertTable, 'item_json'>): I =>
  source.item.parse(JSON.parse(item_json));

const keyOf = ({ key }: Pick<AlertTable, 'key'>): string => key;

export const findAlertRow = (db: Db, id: string): Promise<AlertTable | undefined> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();

/** @param name its id at the source, in any case */
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

/** The one that another explains, by key or alias. */
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

/**
 * Those that are not over, of one feed; without those of which nothing can be made any more.
 * @param from milliseconds since 1970: with those that are over and changed then or later; none of them where it is left out
 */
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
  return readRows(log, rows, keyOf, (row) => {
    const alert = toAlert(source, row);
    source.signal(alert.item);
    return alert;
  });
};

/** Nobody else tells of what the feed lists until the transaction ends: what is over might begin again beside it. */
export const lockAlerts = async (trx: Trx, feed: string): Promise<void> => {
  const listed = trx.selectFrom('alert_feed_items').select('alert_id').where('feed_id', '=', feed);
  await lockInOrder(trx, trx.selectFrom('alerts').select('id').where('id', 'in', listed)).execute();
};

/** Whether a card of an incident of this feed stands anywhere that is not over. */
export const showsOpen = async (db: Db, feed: string): Promise<boolean> => {
  const card = await db
    .selectFrom('alert_feed_items')
    .innerJoin('alerts', 'alerts.id', 'alert_feed_items.alert_id')
    .innerJoin('alert_cards', 'alert_cards.alert_id', 'alerts.id')
    .select('alert_cards.id')
    .where('alert_feed_items.feed_id', '=', feed)
    .where('alerts.open', '=', 1)
    .executeTakeFirst();
  return card !== undefined;
};

/** Incidents that are asked for names, the newest. */
const MOST_ASKED = 500;

/** What the incidents of a source name. */
export const namesKnown = async (db: Db, source: AlertSource, log: Log): Promise<Names> => {
  const rows = await db
    .selectFrom('alerts')
    .select(['key', 'item_json'])
    .where('source', '=', source.name)
    .orderBy('seen_at', 'desc')
    .limit(MOST_ASKED)
    .execute();
  const signals = await readRows(log, rows, keyOf, (row) => source.signal(itemIn(source, row)));
  return {
    services: [...new Set(signals.flatMap(({ services }) => services))],
    regions: [...new Set(signals.flatMap(({ regions }) => regions.map(({ name }) => name)))],
    ...(source.mutes.includes('consumer')
      ? { consumers: [...new Set(signals.flatMap(({ consumers = [] }) => consumers))] }
      : {}),
  };
};

export interface Telling {
  readonly source: string;
  readonly signal: Signal;
  /** The item as JSON. */
  readonly written: string;
  readonly now: number;
}

/**
 * Writes what is known of an incident now.
 * @returns its id and version, or undefined when somebody else was faster: then everything is to be looked at again
 */
export const writeAlert = async (
  trx: Trx,
  ids: Ids,
  known: StoredAlert | undefined,
  { source, signal, written, now }: Telling,
): Promise<{ readonly id: string; readonly version: number } | undefined> => {
  const told = { item_json: written, open: signal.open ? 1 : 0, updated_at: iso(signal.updatedAt), seen_at: iso(now) };
  if (known) {
    const version = known.version + 1;
    const moved = await trx
      .updateTable('alerts')
      .set({ ...told, version })
      .where('id', '=', known.id)
      .where('version', '=', known.version)
      .executeTakeFirst();
    return rowCount(moved) === 1 ? { id: known.id, version } : undefined;
  }
  const id = ids.opaque();
  const made = await trx
    .insertInto('alerts')
    .values({ id, source, key: signal.key, name: signal.key.toLowerCase(), version: 1, ...told })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return rowCount(made) === 1 ? { id, version: 1 } : undefined;
};

/** What hides its texts hides its other names too. */
export const unnameAlert = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('alert_names').where('alert_id', '=', id).execute();
};

export const nameAlert = async (trx: Trx, source: string, id: string, aliases: readonly string[]): Promise<void> => {
  if (aliases.length === 0) return;
  const rows = aliases.map((alias) => ({ source, name: alias.toLowerCase(), alert_id: id }));
  await trx
    .insertInto('alert_names')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** @returns false when the feed listed it before */
export const linkFeed = async (db: Db, feed_id: string, alert_id: string): Promise<boolean> =>
  rowCount(
    await db
      .insertInto('alert_feed_items')
      .values({ feed_id, alert_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  ) === 1;

/** A card with what its incident's row says. */
export interface CardRow extends AlertCardTable {
  readonly source: string;
  readonly key: string;
  readonly item_json: string;
}

export const findCardRow = (db: Db, id: string): Promise<CardRow | undefined> =>
  db
    .selectFrom('alert_cards')
    .innerJoin('alerts', 'alerts.id', 'alert_cards.alert_id')
    .selectAll('alert_cards')
    .select(['alerts.source', 'alerts.key', 'alerts.item_json'])
    .where('alert_cards.id', '=', id)
    .executeTakeFirst();

export const listCards = (db: Db, alertId: string): Promise<AlertCardTable[]> =>
  db.selectFrom('alert_cards').selectAll().where('alert_id', '=', alertId).orderBy('conversation_id').execute();

export const toCard = <I>(source: AlertSource<I>, row: CardRow): AlertCard<I> => {
  const item = itemIn(source, row);
  return {
    id: row.id,
    source: source.name,
    key: row.key,
    item,
    level: source.signal(item).level,
    conversationId: row.conversation_id,
    version: row.version,
    ...presses(row),
  };
};

/** What people have pressed on a card. */
export const presses = (row: AlertCardTable): Pick<AlertCard, 'acknowledged' | 'snoozed'> => ({
  acknowledged:
    row.acknowledged_at === null
      ? undefined
      : { objectId: row.acknowledged_by ?? '', name: row.acknowledged_name ?? '', at: Date.parse(row.acknowledged_at) },
  snoozed:
    row.snoozed_until === null ? undefined : { name: row.snoozed_name ?? '', until: Date.parse(row.snoozed_until) },
});

/** @returns the id of the channel's only card, whether it is new or stood already */
export const insertCard = async (
  trx: Trx,
  ids: Ids,
  alertId: string,
  conversationId: string,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const id = ids.opaque();
  const made = await trx
    .insertInto('alert_cards')
    .values({
      id,
      alert_id: alertId,
      conversation_id: conversationId,
      version: 1,
      acknowledged_by: null,
      acknowledged_name: null,
      acknowledged_at: null,
      snoozed_name: null,
      snoozed_until: null,
      created_at: iso(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (rowCount(made) === 1) return { id, isNew: true };
  const card = await trx
    .selectFrom('alert_cards')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return { id: card.id, isNew: false };
};

/** Of a card that was never posted, and never will be. */
export const deleteCard = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('alert_cards').where('id', '=', id).execute();
};

/** @returns the version that the card's copies are to show; undefined when the condition does not hold or it is gone */
export const updateCard = async (
  db: Db,
  id: string,
  set: Partial<AlertCardTable>,
  only?: 'unacknowledged',
): Promise<number | undefined> => {
  let query = db
    .updateTable('alert_cards')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id);
  if (only) query = query.where('acknowledged_at', 'is', null);
  return (await query.returning('version').executeTakeFirst())?.version;
};
