import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import { type Arrival, baseId } from '#teams/connector/conversations/conversation.ts';
import { SHUT_OUT } from '#teams/connector/errors.ts';
import { findCopies, findRoots, findWaiting, HOLD_MS, type PostedAs } from './repository.ts';
import type { DeliveryRow } from './tables.ts';

/** The conversation in which a card is pressed. */
export interface CardPlace {
  readonly conversationId: string;
  /** In a personal chat its owner, as a directory object id. */
  readonly person?: string;
}

/** Whether a conversation, with all its threads, has a copy of a subject or gets one; lost and unedited copies count too. */
export const hasCopyIn = async (db: Db, subject: string, where: CardPlace): Promise<boolean> => {
  const copies = await findCopies(db, subject);
  if (copies.some((copy) => isHere(copy, where))) return true;
  const roots = copies.filter(
    ({ target_kind, conversation_id }) => target_kind === 'under' && conversation_id === null,
  );
  for (const { target } of roots) {
    if ((await findRoots(db, target)).some((copy) => isHere(copy, where))) return true;
  }
  return false;
};

/** What has a copy in a thread, or is its first message. @param conversationId with `;messageid=` */
export const subjectsInThread = async (db: Db, conversationId: string): Promise<string[]> => {
  const [base = '', root] = conversationId.split(';messageid=', 2);
  if (root === undefined) return [];
  const rows = await db
    .selectFrom('deliveries')
    .select('subject')
    .where((eb) =>
      eb.or([
        eb('conversation_id', '=', conversationId),
        eb.and([eb('activity_id', '=', root), eb('conversation_id', '=', base)]),
      ]),
    )
    .execute();
  return [...new Set(rows.map(({ subject }) => subject))];
};

/** The subjects on a message; none where Steward did not post it, or where it is a mere answer. */
export const subjectsOn = async (db: Db, { conversationId, activityId }: PostedAs): Promise<string[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .select(['subject', 'conversation_id'])
    .where('activity_id', '=', activityId)
    .execute();
  const here = rows.filter((row) => row.conversation_id && baseId(row.conversation_id) === baseId(conversationId));
  return [...new Set(here.map(({ subject }) => subject))];
};

const isHere = (copy: DeliveryRow, { conversationId, person }: CardPlace): boolean =>
  copy.conversation_id === null
    ? copy.target_kind === 'person' && copy.target === person
    : baseId(copy.conversation_id) === baseId(conversationId);

/** Ids of the copies that wait until this conversation takes posts again, or its team has the app again; others would still be refused. */
export const copiesWaitingFor = async (db: Db, arrival: Arrival): Promise<string[]> => {
  const { conversationId, conversationIds, objectIds } = arrival;
  const [places, people] = [new Set(conversationIds), new Set(objectIds)];
  const stands =
    (code: string) =>
    ({ target_kind, target, conversation_id }: DeliveryRow): boolean => {
      if (target_kind === 'person' && people.has(target)) return true;
      const at = conversation_id === null ? undefined : baseId(conversation_id);
      return at !== undefined && (at === conversationId || (code === 'Connector.left' && places.has(at)));
    };
  const ids: string[] = [];
  for (const code of SHUT_OUT) {
    for (const row of await findWaiting(db, code)) {
      const above = row.target_kind === 'under' ? await findRoots(db, row.target) : [];
      if ([row, ...above].some(stands(code))) ids.push(row.id);
    }
  }
  return ids;
};

/** Delays the edits of a pressed copy until the answer has arrived. @returns false when the message is not a delivery */
export const holdPressed = async (db: Db, now: number, at: PostedAs): Promise<boolean> => {
  const until = iso(now + HOLD_MS);
  const result = await db
    .updateTable('deliveries')
    .set((eb) => ({
      hold_until: until,
      set_at: iso(now),
      due_at: eb.case().when('due_at', '<', until).then(until).else(eb.ref('due_at')).end(),
    }))
    .where('activity_id', '=', at.activityId)
    .where('conversation_id', '=', at.conversationId)
    .executeTakeFirst();
  return rowCount(result) > 0;
};

/** After a press on a post with a lost answer the row gets its position. @returns false when no row of this subject waits for it */
export const recognise = async (db: Db, now: number, subject: string, at: PostedAs): Promise<boolean> => {
  const { conversationId, activityId } = at;
  const [base = '', root] = conversationId.split(';messageid=', 2);
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('subject', '=', subject)
    .where('activity_id', 'is', null)
    // A second post that is being sent will record its own position; this may be the first.
    .where((eb) => eb.or([eb('unclear', '=', 0), eb('lease_until', 'is', null), eb('lease_until', '<=', iso(now))]))
    .where('state', '!=', 'dead')
    .where('conversation_id', 'in', root === activityId ? [conversationId, base] : [conversationId])
    .orderBy('created_at')
    .limit(1);
  const result = await db
    .updateTable('deliveries')
    .set({ conversation_id: conversationId, activity_id: activityId })
    .where('id', '=', waiting)
    .where('activity_id', 'is', null)
    .executeTakeFirst();
  return rowCount(result) === 1;
};
