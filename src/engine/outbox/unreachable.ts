import { iso } from '#platform/lib/clock.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import { type Arrival, baseId, isChannelId } from '#teams/connector/conversations/conversation.ts';
import { checkConversation } from '#teams/connector/conversations/conversation-repository.ts';
import { SHUT_OUT } from '#teams/connector/errors.ts';
import type { DeliveryRow } from './tables.ts';

/** A conversation that takes no posts until people change something in Teams. */
interface UnreachableTable {
  /** The conversation without `;messageid=`, or the directory object id of a person without a known chat. */
  target: string;
  /** The Connector's code. */
  code: string;
  since: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    unreachable_targets: UnreachableTable;
  }
}

const LEFT = 'Connector.left';

/** What takes no posts where a delivery was refused. @param conversationId of its post, as far as it is known */
export const targetOf = ({ conversation_id, target }: DeliveryRow, conversationId: string | undefined): string =>
  baseId(conversationId ?? conversation_id ?? target);

/**
 * The next message from there brings everything that waits, except in a channel whose messages the bot receives although it
 * may not post.
 * @returns false when that is known already
 */
export const markUnreachable = async (trx: Trx, target: string, code: string, now: number): Promise<boolean> => {
  const inserted = await insertNew(trx.insertInto('unreachable_targets').values({ target, code, since: iso(now) }));
  if (!inserted) return false;
  if (code === LEFT || !isChannelId(target)) await checkConversation(trx, target);
  return true;
};

/** @returns what could not be reached before: the app's return to a team unblocks no channel of it */
export const markReachable = async (trx: Trx, arrival: Arrival): Promise<readonly string[]> => {
  const { conversationId, conversationIds, objectIds } = arrival;
  const own = [conversationId, ...objectIds];
  const rows = await trx
    .deleteFrom('unreachable_targets')
    .where((eb) =>
      eb.or([
        eb('target', 'in', own),
        eb.and([eb('target', 'in', [...own, ...conversationIds]), eb('code', '=', LEFT)]),
      ]),
    )
    .returning('target')
    .execute();
  return rows.map(({ target }) => target);
};

/** The arrival that makes one conversation reachable again. @param objectIds whose chat it is */
export const arrivalAt = (target: string, objectIds: readonly string[] = []): Arrival => ({
  conversationId: target,
  conversationIds: [target],
  objectIds,
});

/** What a delivery that arrived shows; undefined where its conversation took posts before. */
export const reachedBy = async (db: Db, row: DeliveryRow, conversationId: string): Promise<Arrival | undefined> => {
  const { target_kind, target, last_error } = row;
  const arrival = arrivalAt(targetOf(row, conversationId), target_kind === 'person' ? [target] : []);
  if (SHUT_OUT.includes(last_error ?? '')) return arrival;
  // Where new posts are refused, edits of old ones may not be.
  if (row.activity_id !== null) return undefined;
  const { rows } = await unreachableAmong(db, arrival.conversationId, arrival.objectIds[0] ?? arrival.conversationId);
  return rows.length > 0 ? arrival : undefined;
};

const unreachableAmong = prepared((db, conversationId: string, objectId: string) =>
  db.selectFrom('unreachable_targets').select('target').where('target', 'in', [conversationId, objectId]).compile(),
);
