import { iso } from '#platform/lib/clock.ts';
import type { Ids } from '#platform/lib/ids.ts';
import type { Log } from '#platform/lib/logger.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { readRows } from '../context.ts';
import { itemIn, keyOf, type StoredAlert, toAlert } from '../feed/alert-store.ts';
import type { AlertSource } from '../feed/source.ts';
import type { AlertCardTable } from '../tables.ts';
import type { AlertCard, Watch } from '../watch/watch.ts';
import { toWatch } from '../watch/watch-store.ts';

/** A card's row with its incident's. */
interface CardRow extends AlertCardTable {
  readonly source: string;
  readonly key: string;
  readonly item_json: string;
}

export const findCardRow = async (db: Db, id: string): Promise<CardRow | undefined> =>
  (await cardRowsById(db, id)).rows[0];

const cardRowsById = prepared((db, id: string) =>
  db
    .selectFrom('alert_cards')
    .innerJoin('alerts', 'alerts.id', 'alert_cards.alert_id')
    .selectAll('alert_cards')
    .select(['alerts.source', 'alerts.key', 'alerts.item_json'])
    .where('alert_cards.id', '=', id)
    .compile(),
);

export const listCards = (db: Db, alertId: string): Promise<AlertCardTable[]> =>
  db.selectFrom('alert_cards').selectAll().where('alert_id', '=', alertId).orderBy('conversation_id').execute();

/** Ids of the cards of open incidents in a conversation, newest first. */
export const listOpenCards = async (db: Db, conversationId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('alert_cards')
    .innerJoin('alerts', 'alerts.id', 'alert_cards.alert_id')
    .select('alert_cards.id')
    .where('alert_cards.conversation_id', '=', conversationId)
    .where('alerts.open', '=', 1)
    .orderBy('alert_cards.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

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
    ...cardState(row),
  };
};

/** Who has acknowledged or snoozed a card. */
export const cardState = (row: AlertCardTable): Pick<AlertCard, 'acknowledged' | 'snoozed'> => ({
  acknowledged:
    row.acknowledged_at === null
      ? undefined
      : { objectId: row.acknowledged_by ?? '', name: row.acknowledged_name ?? '', at: Date.parse(row.acknowledged_at) },
  snoozed:
    row.snoozed_until === null ? undefined : { name: row.snoozed_name ?? '', until: Date.parse(row.snoozed_until) },
});

/** @returns the id of the channel's card of the incident, and whether it is new */
export const insertCard = async (
  trx: Trx,
  ids: Ids,
  alertId: string,
  conversationId: string,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const id = ids.ordered();
  const made = await insertNew(
    trx.insertInto('alert_cards').values({
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
    }),
  );
  if (made) return { id, isNew: true };
  const card = await trx
    .selectFrom('alert_cards')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return { id: card.id, isNew: false };
};

/** For a card that was never posted and never will be. */
export const deleteCard = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('alert_cards').where('id', '=', id).execute();
};

/** @returns the card's new version; undefined when the condition does not hold or the card is gone */
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

/** The incidents that a watch's card lists: those that were open when it was set up. */
export const listListed = async <I>(
  db: Db,
  source: AlertSource<I>,
  { ref, conversationId }: Pick<Watch, 'ref' | 'conversationId'>,
  log: Log,
): Promise<StoredAlert<I>[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .innerJoin('alerts', 'alerts.id', 'alert_verdicts.alert_id')
    .selectAll('alerts')
    .where('alert_verdicts.conversation_id', '=', conversationId)
    .where('alert_verdicts.watch', '=', ref)
    .where('alert_verdicts.verdict', '=', 'listed')
    .execute();
  return readRows(log, rows, keyOf, (row) => toAlert(source, row));
};

/** The watches whose cards list an incident, in a fixed order: two processes lock their cards one after the other. */
export const listListing = async (db: Db, alertId: string): Promise<Watch[]> => {
  const rows = await db
    .selectFrom('alert_verdicts')
    .innerJoin('watches', 'watches.ref', 'alert_verdicts.watch')
    .selectAll('watches')
    .where('alert_verdicts.alert_id', '=', alertId)
    .where('alert_verdicts.verdict', '=', 'listed')
    .execute();
  return rows.map(toWatch).sort((a, b) => (a.id < b.id ? -1 : 1));
};
